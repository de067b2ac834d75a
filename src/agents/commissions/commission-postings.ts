/** How commissions are booked. Pure. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'

type Earned = { id: string; store: string; currency: Currency; amount: bigint }

/** What a purchase earned, owed from now on. */
export const commissionAccrued = ({ id, store, currency, amount }: Earned): Posting => ({
  ...{ kind: 'commission_accrued', reference: id, actor: 'system' },
  legs: houseLegs(store, currency, { commission_expense: -amount, commission_payable: amount }),
})

/** What is taken back of it. */
export const commissionReversed = ({ id, store, currency, amount }: Earned): Posting => ({
  ...{ kind: 'commission_reversed', reference: id, actor: 'system' },
  legs: houseLegs(store, currency, { commission_payable: -amount, commission_expense: amount }),
})

type Slip = { id: string; store: string; memberId: string; currency: Currency; gross: bigint; withheld: bigint }

/** A month's slip: what is withheld is owed to the state, the rest is the agent's money. */
export const commissionPaid = ({ id, store, memberId, currency, gross, withheld }: Slip): Posting => ({
  ...{ kind: 'commission_paid', reference: id, actor: 'system' },
  legs: [
    ...houseLegs(store, currency, { commission_payable: -gross, tax_payable: withheld }),
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount: gross - withheld },
  ],
})
