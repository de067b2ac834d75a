/** How holds are booked: a member's own money or grams go to what is held of them, and back. Pure. Source: docs/ledger.md. */
import { type Asset, type Leg, memberAccount } from './ledger-rules.ts'
import type { Posting } from './posting-rules.ts'

export type Hold = { id: string; store: string; memberId: string; asset: Asset; amount: bigint }

/** The account that what is held stands in while the hold is open. */
export const heldAccount = ({ store, memberId, asset }: Hold) =>
  memberAccount({ store, id: memberId }, asset === 'XAU' ? 'gold_held' : 'cash_held', asset)

const setAside = (hold: Hold, amount: bigint): Leg[] => [
  {
    account: memberAccount(
      { store: hold.store, id: hold.memberId },
      hold.asset === 'XAU' ? 'gold' : 'cash',
      hold.asset,
    ),
    amount: -amount,
  },
  { account: heldAccount(hold), amount },
]

export const holdPlaced = (hold: Hold, actor: string): Posting => ({
  ...{ kind: 'hold_placed', reference: hold.id, actor },
  legs: setAside(hold, hold.amount),
})

/** `amount` is all of it, or what a use has left. */
export const holdReleased = (hold: Hold, amount: bigint, actor: string): Posting => ({
  ...{ kind: 'hold_released', reference: hold.id, actor },
  legs: setAside(hold, -amount),
})
