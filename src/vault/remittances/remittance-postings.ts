/** How money that is paid at the house's own bank is booked. Pure. Source: docs/ledger.md, docs/decisions/0088. */
import { houseLegs, mirrored } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'
import type { WaitingKind } from './remittance-rules.ts'

type Remittance = {
  id: string
  of: WaitingKind
  store: string
  currency: Currency
  amount: bigint
  actor: string
  reason: string
}

const legsOf = ({ of, store, currency, amount }: Remittance) =>
  houseLegs(store, currency, {
    [of === 'payout' ? ('payout_clearing' as const) : ('court_payable' as const)]: -amount,
    bank: amount,
  })

/** What came back for a closed account, or was owed to an authority, has left the house's bank. */
export const remitted = (remittance: Remittance): Posting => ({
  ...{ kind: 'remitted', reference: remittance.id, actor: remittance.actor, reason: remittance.reason },
  legs: legsOf(remittance),
})

/** It is back at the bank, and waits again. */
export const remittanceReturned = (remittance: Remittance): Posting => ({
  ...{ kind: 'remittance_returned', reference: remittance.id, actor: remittance.actor, reason: remittance.reason },
  legs: mirrored(legsOf(remittance)),
})
