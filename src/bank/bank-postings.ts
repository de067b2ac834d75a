/** How the house's bank is booked. Pure. Amounts in minor units. Source: docs/ledger.md, docs/decisions/0138. */
import { houseLegs, moneyAsset } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

type Of = { id: string; store: string; currency: string; amount: bigint; actor: string }

const posting = (
  kind: Posting['kind'],
  { id, store, currency, actor }: Of,
  amounts: Parameters<typeof houseLegs>[2],
): Posting => ({
  ...{ kind, reference: id, actor },
  legs: houseLegs(store, moneyAsset(currency), amounts),
})

/** Everything that came in by a statement waits until it is known whose it is. */
export const bankReceived = (statement: Of): Posting =>
  posting('bank_received', statement, { bank: -statement.amount, suspense: statement.amount })

/** It is known which payment a line is: from here on it is like money that a provider captured. */
export const bankMatched = (line: Of): Posting =>
  posting('bank_matched', line, { suspense: -line.amount, provider_clearing: line.amount })

/** A line is nobody's who pays here: interest, a settlement, money of the house. */
export const bankSetAside = (line: Of): Posting =>
  posting('bank_set_aside', line, { suspense: -line.amount, bank: line.amount })

/** A line went back to where it came from. */
export const bankReturned = (back: Of): Posting =>
  posting('bank_returned', back, { suspense: -back.amount, bank: back.amount })

/** Money back of a payment has left the bank. */
export const bankRefundPaid = (back: Of): Posting =>
  posting('bank_refund_paid', back, { provider_clearing: -back.amount, bank: back.amount })
