/** How tax is booked that the house collects from the buyer of a large trade. Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency, Minor } from '../money/money.ts'

type Collected = { requestId: string; store: string; memberId: string; currency: Currency; amount: Minor }

export const taxCollected = ({ requestId, store, memberId, currency, amount }: Collected): Posting => ({
  ...{ kind: 'tax_collected', reference: requestId, actor: `member:${memberId}` },
  legs: [
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount: -amount },
    ...houseLegs(store, currency, { tax_payable: amount }),
  ],
})
