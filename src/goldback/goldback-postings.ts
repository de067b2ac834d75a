/** How gold that is bought back from members is paid. Pure. Source: docs/ledger.md, decision 0105. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type Paid = { id: string; store: string; memberId: string; currency: Currency; amount: bigint; actor: string }

/** What was agreed is the member's money. Its pieces are booked by their own moves (`pieces_bought_back`). */
export const goldBackPaid = ({ id, store, memberId, currency, amount, actor }: Paid): Posting => ({
  ...{ kind: 'gold_back_paid', reference: id, actor },
  legs: [
    ...houseLegs(store, currency, { bought_back: -amount }),
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount },
  ],
})
