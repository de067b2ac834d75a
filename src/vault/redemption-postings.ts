/** How grams that pay for pieces are booked. Pure. Source: docs/ledger.md, docs/decisions/0077. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

type Redeemed = { id: string; store: string; memberId: string; weight: bigint; actor: string }

/** Grams that were held are the house's: the member has numbered pieces in their place. */
export const goldRedeemed = ({ id, store, memberId, weight, actor }: Redeemed): Posting => ({
  kind: 'gold_redeemed',
  ...{ reference: id, actor },
  legs: [
    { account: memberAccount({ store, id: memberId }, 'gold_held', 'XAU'), amount: -weight },
    ...houseLegs(store, 'XAU', { vault: weight }),
  ],
})

/** Pieces do not become the member's, or came back: their grams are. */
export const redemptionReturned = ({ id, store, memberId, weight, actor }: Redeemed): Posting => ({
  kind: 'redemption_returned',
  ...{ reference: id, actor },
  legs: [
    ...houseLegs(store, 'XAU', { vault: -weight }),
    { account: memberAccount({ store, id: memberId }, 'gold', 'XAU'), amount: weight },
  ],
})
