/** How payouts are booked. Pure. Source: docs/ledger.md, docs/decisions/0068. */
import { houseLegs, memberAccount } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'

type Payout = {
  id: string
  store: string
  member_id: string
  currency: Currency
  amount_minor: bigint
  provider: string
}

const of = (kind: Posting['kind'], { id, provider }: Payout, legs: Posting['legs']): Posting => ({
  ...{ kind, reference: id, actor: `provider:${provider}`, legs },
})
const ofHouse = ({ store, currency }: Payout, amounts: Parameters<typeof houseLegs>[2]) =>
  houseLegs(store, currency, amounts)
const ofMember = ({ store, member_id: id, currency }: Payout, kind: 'cash' | 'cash_held', amount: bigint) => ({
  account: memberAccount({ store, id }, kind, currency),
  amount,
})

/** A provider has taken it on: what was held is on its way. */
export const payoutAccepted = (payout: Payout): Posting =>
  of('payout_accepted', payout, [
    ofMember(payout, 'cash_held', -payout.amount_minor),
    ...ofHouse(payout, { payout_clearing: payout.amount_minor }),
  ])

/** It has arrived, and has left the house's bank. */
export const payoutPaid = (payout: Payout): Posting =>
  of('payout_paid', payout, ofHouse(payout, { payout_clearing: -payout.amount_minor, bank: payout.amount_minor }))

/** A provider took it on, and it came to nothing: it is the member's again. */
export const payoutFailed = (payout: Payout, actor: string): Posting => ({
  ...of('payout_failed', payout, [
    ...ofHouse(payout, { payout_clearing: -payout.amount_minor }),
    ofMember(payout, 'cash', payout.amount_minor),
  ]),
  actor,
})

/** It was paid and is back at the house's bank: the member's again, or of somebody whose account is closed. */
export const payoutReturned = (payout: Payout, to: 'cash' | 'payout_clearing'): Posting =>
  of('payout_returned', payout, [
    ...ofHouse(payout, {
      bank: -payout.amount_minor,
      ...(to === 'payout_clearing' ? { payout_clearing: payout.amount_minor } : {}),
    }),
    ...(to === 'cash' ? [ofMember(payout, 'cash', payout.amount_minor)] : []),
  ])
