/** How deposits are booked. Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type Payment = { id: string; provider: string }
type Deposit = { store: string; member_id: string; currency: Currency; amount_minor: bigint }

/** A captured payment is the member's cash. */
export const cashDeposited = (payment: Payment, deposit: Deposit): Posting => ({
  kind: 'cash_deposited',
  reference: payment.id,
  actor: `provider:${payment.provider}`,
  legs: [
    ...houseLegs(deposit.store, deposit.currency, { provider_clearing: -deposit.amount_minor }),
    {
      account: memberAccount({ store: deposit.store, id: deposit.member_id }, 'cash', deposit.currency),
      amount: deposit.amount_minor,
    },
  ],
})
