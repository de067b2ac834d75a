/** How the money of a purchase is booked; its grams are a trade like any other (trade-postings.ts). Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'

type Payment = { id: string; provider: string }
type Purchase = { store: string; member_id: string; currency: Currency; amount_minor: bigint }

/** A captured payment is there to buy its grams, in the same transaction. */
export const purchasePaid = (payment: Payment, purchase: Purchase): Posting => ({
  kind: 'purchase_paid',
  reference: payment.id,
  actor: `provider:${payment.provider}`,
  legs: [
    ...houseLegs(purchase.store, purchase.currency, { provider_clearing: -purchase.amount_minor }),
    {
      account: memberAccount({ store: purchase.store, id: purchase.member_id }, 'cash', purchase.currency),
      amount: purchase.amount_minor,
    },
  ],
})
