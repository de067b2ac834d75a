/** How a correction of what a member has is booked. Pure. Source: docs/ledger.md, docs/decisions/0085. */
import { type Asset, houseAccount, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

type Adjustment = {
  id: string
  store: string
  memberId: string
  asset: Asset
  /** Minus where it is taken from the member. */
  amount: bigint
  actor: string
  reason: string
}

/** Money at the cost of the house, or to its good; grams out of what the house owns in the vault, or back to it. */
export function adjusted({ id, store, memberId, asset, amount, ...by }: Adjustment): Posting {
  const [own, house] = asset === 'XAU' ? (['gold', 'vault'] as const) : (['cash', 'adjustments'] as const)
  return {
    ...{ kind: 'adjusted', reference: id, ...by },
    legs: [
      { account: memberAccount({ store, id: memberId }, own, asset), amount },
      { account: houseAccount(store, house, asset), amount: -amount },
    ],
  }
}
