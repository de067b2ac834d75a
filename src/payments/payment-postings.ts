/**
 * How payments, refunds, corrections, set-offs and disputes are booked, each by its record. Pure. Amounts in minor units of
 * the asset that the money is booked in. Source: docs/ledger.md; the audit recomputes every leg (audit/explained-checks.ts).
 */
import { houseLegs, memberAccount, moneyAsset } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Charge, Dispute, Payment, Refund } from './contract.ts'
import { partKinds, partOf, type RefundParts } from './refund-parts-rules.ts'

type Of<Keys extends keyof Payment> = Pick<Payment, Keys>
const byProvider = ({ provider }: Of<'provider'>) => `provider:${provider}`

/** Captured money that belongs to nothing good waits. */
export const paymentSuspended = (
  payment: Of<'id' | 'store' | 'provider'>,
  charge: Pick<Charge, 'currency' | 'amountMinor'>,
): Posting => ({
  kind: 'payment_suspended',
  reference: payment.id,
  actor: byProvider(payment),
  legs: houseLegs(payment.store, moneyAsset(charge.currency), {
    provider_clearing: -charge.amountMinor,
    suspense: charge.amountMinor,
  }),
})

/** The accounts of the house that parts of a payment come from. */
const fromParts = (parts: RefundParts) =>
  Object.fromEntries(partKinds.flatMap((kind) => (kind === 'cash' ? [] : [[kind, -partOf(parts, kind)]])))

/** Money that a provider has returned leaves by it. */
export const paymentRefunded = (
  refund: Pick<Refund, 'id' | 'store' | 'currency' | 'amount_minor' | 'actor' | 'occasion'>,
  parts: RefundParts,
): Posting => ({
  kind: 'payment_refunded',
  reference: refund.id,
  actor: refund.actor,
  reason: refund.occasion,
  legs: houseLegs(refund.store, moneyAsset(refund.currency), {
    ...fromParts(parts),
    provider_clearing: refund.amount_minor,
  }),
})

/** What goes back to nobody's account is in its payer's balance. */
export const paymentReturned = (
  refund: Pick<Refund, 'id' | 'store' | 'member_id' | 'currency' | 'amount_minor' | 'actor' | 'occasion'>,
  parts: RefundParts,
): Posting => ({
  kind: 'payment_returned',
  reference: refund.id,
  actor: refund.actor,
  reason: refund.occasion,
  legs: [
    ...houseLegs(refund.store, moneyAsset(refund.currency), fromParts(parts)),
    {
      account: memberAccount({ store: refund.store, id: refund.member_id }, 'cash', moneyAsset(refund.currency)),
      amount: refund.amount_minor,
    },
  ],
})

type CorrectedAmounts = { id: string; was: bigint; now: bigint; suspense: bigint; short: bigint }

/** `suspense` and `short` are what they change by; `now - was` is `suspense - short`. */
export const paymentCorrected = (
  payment: Of<'store' | 'provider'>,
  currency: string,
  { id, was, now, suspense, short }: CorrectedAmounts,
): Posting => ({
  kind: 'payment_corrected',
  reference: id,
  actor: byProvider(payment),
  legs: houseLegs(payment.store, moneyAsset(currency), {
    provider_clearing: was - now,
    suspense,
    receivable: -short,
  }),
})

type SetOff = {
  id: string
  store: string
  memberId: string
  currency: string
  parts: RefundParts
  receivable: bigint
  loss: bigint
  occasion: string
  actor: string
}

/** What was to go back and is not there any more, or what its payer gives for it, is owed no longer; `parts` sum to `receivable` and `loss`. */
export function paymentSetOff({
  id,
  store,
  memberId,
  currency,
  parts,
  receivable,
  loss,
  occasion,
  actor,
}: SetOff): Posting {
  const asset = moneyAsset(currency)
  return {
    kind: 'payment_set_off',
    reference: id,
    actor,
    reason: occasion,
    legs: [
      ...houseLegs(store, asset, { ...fromParts(parts), receivable, chargeback_loss: loss }),
      { account: memberAccount({ store, id: memberId }, 'cash', asset), amount: -partOf(parts, 'cash') },
    ],
  }
}

export type Owed = { id: string; store: string; currency: string; amount: bigint; actor: string; reason: string }

const owedPosting = (
  kind: 'receivable_paid' | 'receivable_written_off',
  { id, actor, reason, store, currency }: Owed,
  amounts: Parameters<typeof houseLegs>[2],
): Posting => ({ kind, reference: id, actor, reason, legs: houseLegs(store, moneyAsset(currency), amounts) })

/** What was owed came at the bank; negative: it went back there, or never came. */
export const receivablePaid = (owed: Owed): Posting =>
  owedPosting('receivable_paid', owed, { bank: -owed.amount, receivable: owed.amount })

/** The house bears what was owed; negative: it is owed again. */
export const receivableWrittenOff = (owed: Owed): Posting =>
  owedPosting('receivable_written_off', owed, { bad_debt: -owed.amount, receivable: owed.amount })

type Disputed = Pick<Dispute, 'id' | 'currency' | 'amount_minor' | 'reason'>

const ofDispute = (payment: Of<'store' | 'provider'>, dispute: Disputed) => ({
  ...{ reference: dispute.id, actor: byProvider(payment), reason: dispute.reason },
  legsOf: (amounts: Parameters<typeof houseLegs>[2]) => houseLegs(payment.store, moneyAsset(dispute.currency), amounts),
})

/** The bank of the card has taken the money. */
export function disputeOpened(payment: Of<'store' | 'provider'>, dispute: Disputed): Posting {
  const { legsOf, ...said } = ofDispute(payment, dispute)
  const amount = dispute.amount_minor
  return { kind: 'dispute_opened', ...said, legs: legsOf({ provider_clearing: amount, disputed: -amount }) }
}

/** It came back. */
export function disputeWon(payment: Of<'store' | 'provider'>, dispute: Disputed): Posting {
  const { legsOf, ...said } = ofDispute(payment, dispute)
  const amount = dispute.amount_minor
  return { kind: 'dispute_won', ...said, legs: legsOf({ provider_clearing: -amount, disputed: amount }) }
}

/** `loss` is gone; the rest had been returned before, and is owed to the house. */
export function disputeLost(payment: Of<'store' | 'provider'>, dispute: Disputed, loss: bigint): Posting {
  const { legsOf, ...said } = ofDispute(payment, dispute)
  const amount = dispute.amount_minor
  return {
    kind: 'dispute_lost',
    ...said,
    legs: legsOf({ disputed: amount, chargeback_loss: -loss, receivable: loss - amount }),
  }
}

/** How a dispute stands, or stood: what a bank has of it and whose that is. */
export type DisputeStand = Pick<Dispute, 'state' | 'amount_minor' | 'loss_minor' | 'short_minor'>

type Turned = {
  id: string
  was: DisputeStand
  now: DisputeStand
  /** What of former set-offs against the loss is there again: to go back, and in the balance of its payer. */
  suspense: bigint
  cash: bigint
}

/** It stands in another way than before: what the former round booked is taken back, and the new one is booked. */
export function disputeTurned(
  payment: Of<'store' | 'provider' | 'member_id'>,
  dispute: Pick<Dispute, 'currency' | 'reason'>,
  { id, was, now, suspense, cash }: Turned,
): Posting {
  const asset = moneyAsset(dispute.currency)
  const taken = (stand: DisputeStand) => (stand.state === 'won' ? 0n : stand.amount_minor)
  const held = (stand: DisputeStand) => (stand.state === 'open' ? stand.amount_minor : 0n)
  const member = memberAccount({ store: payment.store, id: payment.member_id }, 'cash', asset)
  return {
    kind: 'dispute_turned',
    reference: id,
    actor: byProvider(payment),
    reason: dispute.reason,
    legs: [
      ...houseLegs(payment.store, asset, {
        provider_clearing: taken(now) - taken(was),
        disputed: held(was) - held(now),
        chargeback_loss: was.loss_minor - now.loss_minor - suspense - cash,
        receivable: was.short_minor - now.short_minor,
        suspense,
      }),
      ...(cash > 0n ? [{ account: member, amount: cash }] : []),
    ],
  }
}
