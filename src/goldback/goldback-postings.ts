/** How gold that is bought back from members is paid. Pure. Source: docs/ledger.md, decision 0105. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type Paid = { id: string; store: string; memberId: string; currency: Currency; amount: bigint; actor: string }
type PaidInGrams = Paid & { fine: bigint }

/** What was agreed is the member's money. Its pieces are booked by their own moves (`pieces_bought_back`). */
export const goldBackPaid = ({ id, store, memberId, currency, amount, actor }: Paid): Posting => ({
  ...{ kind: 'gold_back_paid', reference: id, actor },
  legs: [
    ...houseLegs(store, currency, { bought_back: -amount }),
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount },
  ],
})

/**
 * What was agreed is the member's in grams: as much fine gold as is paid for leaves the vault at the price of the case, so that the pieces cost
 * what they would have cost in money.
 */
export const goldBackInGrams = ({ id, store, memberId, currency, amount, fine, actor }: PaidInGrams): Posting => ({
  ...{ kind: 'gold_back_in_grams', reference: id, actor },
  legs: [
    ...houseLegs(store, currency, { bought_back: -amount, trading: amount }),
    ...houseLegs(store, 'XAU', { vault: -fine }),
    { account: memberAccount({ store, id: memberId }, 'gold', 'XAU'), amount: fine },
  ],
})
