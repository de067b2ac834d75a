/** How the difference of a large trade is booked that was not paid in time. Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type ClosedOut = {
  requestId: string
  store: string
  memberId: string
  currency: Currency
  kept: bigint
  actor: string
  reason: string
}

/** What the house keeps of a deposit that was released in the same transaction. */
export const dealClosedOut = ({ requestId, store, memberId, currency, kept, ...by }: ClosedOut): Posting => ({
  ...{ kind: 'deal_closed_out', reference: requestId, ...by },
  legs: [
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount: -kept },
    ...houseLegs(store, currency, { trading: kept }),
  ],
})
