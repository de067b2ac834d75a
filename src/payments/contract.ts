/** What the shop knows of a payment, and what providers tell about it. */
import type { Currency } from '../money/money.ts'

export type PaymentState = 'created' | 'pending' | 'unknown' | 'captured' | 'declined' | 'expired'

export type Payment = {
  id: string
  order_id: string
  member_id: string
  store: string
  provider: string
  method: 'card'
  provider_reference: string | null
  amount_minor: bigint
  currency: Currency
  state: PaymentState
  allocation: 'order' | 'suspense' | null
  pay_url: string | null
  expires_at: Date
  created_at: Date
  captured_at: Date | null
  decline_reason: string | null
}

/** A charge as its provider sees it; `reference` is our payment's id. */
export type Charge = {
  reference: string
  providerReference: string
  state: 'pending' | 'captured' | 'declined' | 'expired'
  amountMinor: bigint
  currency: string
  payUrl: string | null
  declineReason: string | null
}

/** `unknown`: no answer that can be trusted; it is asked again, never guessed. */
export type ProviderAnswer = { outcome: 'known'; charge: Charge } | { outcome: 'absent' } | { outcome: 'unknown' }

export type NewCharge = {
  reference: string
  amountMinor: bigint
  currency: string
  description: string
  returnUrl: string
  webhookUrl: string
  expiresAt: Date
}

export type Notice = { eventId: string; type: string; charge: Charge | null }

/** One small interface for every acquirer. Calls never throw for trouble at the provider: trouble is an answer. */
export interface PaymentProvider {
  readonly name: string
  createCharge(charge: NewCharge): Promise<ProviderAnswer>
  findCharge(reference: string): Promise<ProviderAnswer>
  /** The notice that a webhook carries, or null when its signature is wrong or its time is over five minutes away. */
  readNotice(headers: Record<string, unknown>, body: Buffer, nowSeconds: number): Notice | null
}
