/** How bars of the register are booked: their fine grams in 0.0001 g. Pure. Source: docs/ledger.md, decision 0065. */
import { houseLegs } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

/** The bars of one store that one act moved. */
type MovedBars = { act: string; store: string; actor: string; fine: bigint }
/** What may become of a bar; `backing.bar_moves.gram_move` says which it was. */
type BarMove = 'received' | 'lost' | 'found'

/** A lost bar is booked whatever members own of it; what it leaves short of the vault is the house's shortage. */
const grams = {
  received: (fine: bigint) => ({ gold_received: -fine, vault: fine }),
  lost: (fine: bigint) => ({ vault_shortage: -fine, missing: fine }),
  found: (fine: bigint) => ({ missing: -fine, vault_shortage: fine }),
}

export const barsMoved = (move: BarMove, { act, store, actor, fine }: MovedBars): Posting => ({
  ...{ kind: `bars_${move}`, actor, reference: `${act}:${store}` },
  legs: houseLegs(store, 'XAU', grams[move](fine)),
})
