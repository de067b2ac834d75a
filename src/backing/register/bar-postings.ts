/** How bars of the register are booked: their fine grams in 0.0001 g. Pure. Source: docs/ledger.md, decision 0065, 0102. */
import { houseLegs } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'

/** The bars of one store that one act moved. */
type MovedBars = { act: string; store: string; actor: string; fine: bigint }

/** Bars on their way are in the vault, which is one for all places of a store: sending books nothing. A lost bar is booked whatever members own of it; what it leaves short of the vault is the house's shortage. */
const grams = {
  received: (fine: bigint) => ({ gold_received: -fine, vault: fine }),
  lost: (fine: bigint) => ({ vault_shortage: -fine, missing: fine }),
  found: (fine: bigint) => ({ missing: -fine, vault_shortage: fine }),
  pledged: (fine: bigint) => ({ vault: -fine, pledged: fine }),
  released: (fine: bigint) => ({ pledged: -fine, vault: fine }),
}

type GramMove = keyof typeof grams

export const barsMoved = (move: GramMove, { act, store, actor, fine }: MovedBars): Posting => ({
  ...{ kind: `bars_${move}`, actor, reference: `${act}:${store}` },
  legs: houseLegs(store, 'XAU', grams[move](fine)),
})
