/** What the shop knows of a payment, and what providers tell about it. */
import type { Currency } from '../money/money.ts'
import type { TrustClass } from './event-rules.ts'
import type { Bank, MethodChoice, PaidBy } from './method-rules.ts'
import type { NewPayout, PayoutAnswer, ProviderPayout } from './payout-contract.ts'
import type { Purpose } from './settler.ts'

export type PaymentState = 'created' | 'pending' | 'unknown' | 'captured' | 'declined' | 'expired'

export type Payment = {
  id: string
  purpose: Purpose
  subject_id: string
  member_id: string
  store: string
  provider: string
  method: PaidBy
  /** Of a virtual account. */
  bank: Bank | null
  /** What it is charged to without its payer; null: they pay it themself. */
  mandate_id: string | null
  provider_reference: string | null
  amount_minor: bigint
  currency: Currency
  state: PaymentState
  allocation: 'subject' | 'suspense' | null
  pay_url: string | null
  /** The number of a virtual account, or what a QR code says; null until its charge is made. */
  pay_code: string | null
  /** Since when another method takes its place: it is no way to pay any more, though money may still come. */
  replaced_at: Date | null
  expires_at: Date
  created_at: Date
  captured_at: Date | null
  decline_reason: string | null
  /** What it really brought, in the asset it is booked in; null until captured. */
  captured_minor: bigint | null
  captured_currency: string | null
  /** The part of it that its subject uses; the rest waits in suspense. */
  allocated_minor: bigint | null
  refunded_allocated_minor: bigint
  refunded_suspense_minor: bigint
  /** How often money under its name was booked. */
  bookings: number
  /** What its provider took back though it was used or returned already. */
  short_minor: bigint
  /** How much of that nobody owes any more. */
  covered_minor: bigint
  /** How much of that came at the bank, and how much the house bears. */
  paid_minor: bigint
  written_off_minor: bigint
  /** What left suspense because it was taken back already. */
  offset_minor: bigint
  /** What its provider says was captured in another currency than is booked; it is booked nowhere. */
  foreign_minor: bigint | null
  foreign_currency: string | null
  /** What is taken back while a dispute is open, and what lost ones took. */
  disputed_minor: bigint
  charged_back_minor: bigint
  /** Since when a notice waits to be confirmed by the provider; null when none does. */
  told_at: Date | null
}

export type RefundState = 'pending' | 'settled' | 'failed'

export type Refund = {
  id: string
  payment_id: string
  subject_id: string
  member_id: string
  store: string
  currency: string
  amount_minor: bigint
  /** How much of it its subject had used; the rest comes out of suspense. */
  allocated_minor: bigint
  occasion: string
  actor: string
  /** To where it came from, by its provider, or to its payer's cash balance. */
  way: 'source' | 'balance'
  /** It had no place in that balance, and is owed to its payer beside it. */
  owed: boolean
  state: RefundState
  provider_reference: string | null
  failure: string | null
  tries: number
  created_at: Date
  decided_at: Date | null
}

/** A charge as its provider sees it; `reference` is our payment's id. A capture that was taken back whole is `captured` with an amount of zero. */
export type Charge = {
  reference: string
  providerReference: string
  state: 'pending' | 'captured' | 'declined' | 'expired'
  amountMinor: bigint
  currency: string
  payUrl: string | null
  /** What a member types or scans to pay it. */
  payCode?: string | null
  declineReason: string | null
  /** When its bank booked the money, where that says whether it was in time. */
  bookedAt?: Date
}

/** `unknown`: no answer that can be trusted; it is asked again, never guessed. */
export type ProviderAnswer = { outcome: 'known'; charge: Charge } | { outcome: 'absent' } | { outcome: 'unknown' }

export type NewCharge = MethodChoice & {
  reference: string
  amountMinor: bigint
  currency: string
  description: string
  returnUrl: string
  webhookUrl: string
  expiresAt: Date
}

/** A refund as the charge's provider sees it; `reference` is our refund's id. */
export type ProviderRefund = {
  reference: string
  providerReference: string | null
  state: RefundState
  amountMinor: bigint
  failure: string | null
}

export type RefundAnswer = { outcome: 'known'; refund: ProviderRefund } | { outcome: 'absent' } | { outcome: 'unknown' }

/** `charge` is the provider's own name of the charge; `reference` ours of the refund, and the key of the call. */
export type NewRefund = { reference: string; charge: string; amountMinor: bigint }

/** A dispute as its provider sees it; `reference` is our payment's id, `charge` the provider's own name of the charge. */
export type ProviderDispute = {
  reference: string
  charge: string
  providerReference: string
  state: 'open' | 'won' | 'lost'
  amountMinor: bigint
  currency: string
  reason: string
  /** Until when the bank takes evidence. */
  respondBy: Date | null
}

export type DisputeAnswer =
  | { outcome: 'known'; dispute: ProviderDispute }
  | { outcome: 'absent' }
  | { outcome: 'unknown' }

export type Dispute = {
  id: string
  payment_id: string
  provider: string
  provider_reference: string
  amount_minor: bigint
  currency: string
  reason: string
  state: 'open' | 'won' | 'lost'
  respond_by: Date | null
  loss_minor: bigint
  short_minor: bigint
  /** What of `short_minor` had not been returned before: its payer has spent it. */
  spent_minor: bigint
  /** What of `loss_minor` its payer has given back out of their balance. */
  taken_minor: bigint
  /** The number of its newest round. */
  rounds: number
  opened_at: Date
  decided_at: Date | null
}

/** A payer's consent to be charged later, as its provider sees it; `reference` is our mandate's id. */
export type ProviderMandate = {
  reference: string
  providerReference: string
  kind: MandateKind
  /** `pending`: its payer has not agreed yet. */
  state: 'pending' | 'active' | 'revoked' | 'expired'
  limitMinor: bigint
  currency: string
  /** Where its payer agrees, and takes it back. */
  agreeUrl: string | null
  /** What it is charged with: a secret, which no notice has. */
  token: string | null
  /** The end of the number of the card or wallet. */
  accountEnd: string | null
}
export type MandateKind = 'card' | 'wallet'
export type MandateAnswer =
  | { outcome: 'known'; mandate: ProviderMandate }
  | { outcome: 'absent' }
  | { outcome: 'unknown' }

/** `reference` is our name of it, and the key of the call. */
export type NewMandate = {
  reference: string
  kind: MandateKind
  /** The most that one charge may take. */
  limitMinor: bigint
  currency: string
  description: string
  returnUrl: string
  webhookUrl: string
  /** Until when its payer may agree. */
  expiresAt: Date
}

/** `reference` is our payment's id: it is charged once under it. */
export type MandateCharge = Pick<
  NewCharge,
  'reference' | 'amountMinor' | 'currency' | 'description' | 'webhookUrl' | 'expiresAt'
> & { token: string }

/** What a notice says of one: kept for two years, so neither what it is charged with nor where it is agreed to. */
export type ToldMandate = Omit<ProviderMandate, 'token' | 'agreeUrl'>

/** What a notice says. It is kept for the office to read and says what to ask about; nothing of it is booked. */
export type Notice = {
  eventId: string
  type: string
  charge: Charge | null
  refund: ProviderRefund | null
  dispute: ProviderDispute | null
  payout: ProviderPayout | null
  mandate: ToldMandate | null
}

/** One small interface for every acquirer. Calls never throw for trouble at the provider: trouble is an answer. */
export interface PaymentProvider {
  readonly name: string
  /** What the signature of its notices covers. In no class is anything booked from a notice: it says what to ask about. */
  readonly trust: TrustClass
  createCharge(charge: NewCharge): Promise<ProviderAnswer>
  /** The charge of one of our payments; with `providerReference` the one charge of that name, whatever payment it is of. */
  findCharge(reference: string, providerReference?: string): Promise<ProviderAnswer>
  /** Asks for money back. The same reference again returns it once and answers how it stands. */
  refund(refund: NewRefund): Promise<RefundAnswer>
  findRefund(reference: string): Promise<RefundAnswer>
  /** Takes no more money under a charge that is open, where it can be closed, and answers how it stands then: one that is captured stays so. */
  closeCharge(reference: string): Promise<ProviderAnswer>
  /** A dispute by the provider's own name of it. */
  findDispute(providerReference: string): Promise<DisputeAnswer>
  /** Pays money out. The same reference again pays once and answers how it stands. */
  payOut(payout: NewPayout): Promise<PayoutAnswer>
  findPayout(reference: string): Promise<PayoutAnswer>
  /** Asks for the consent of a payer. The same reference again asks once and answers how it stands. */
  createMandate(mandate: NewMandate): Promise<MandateAnswer>
  findMandate(reference: string): Promise<MandateAnswer>
  /** It is charged no more afterwards, and answers how it stands then. */
  revokeMandate(reference: string): Promise<MandateAnswer>
  /** Charges it, without its payer. The same reference again charges once and answers how it stands: as a charge like any other. */
  chargeMandate(charge: MandateCharge): Promise<ProviderAnswer>
  /** The notice that a webhook carries, or null when its signature is wrong or its time is over five minutes away. */
  readNotice(headers: Record<string, unknown>, body: Buffer, nowSeconds: number): Notice | null
}
