/** The acquirer's published calls. */

import { z } from 'zod'
import { typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { currencies } from '../money/money.ts'
import { mandateKinds } from './mandate-rules.ts'
import { chargeMethods, transfers, vaBanks } from './transfer-rules.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** The merchant's own name for a charge; one charge for each. */
export const Reference = typedText(1, 200)

export const NewCharge = z
  .strictObject({
    method: z.enum(chargeMethods).default('card'),
    /** Of a virtual account. */
    bank: z.enum(vaBanks).nullable().default(null),
    reference: Reference,
    amount_minor: z.string().regex(/^[1-9]\d{0,17}$/, problem('whole_minor')),
    currency: z.enum(currencies),
    description: typedText(1, 200),
    return_url: webAddress,
    webhook_url: webAddress,
    expires_at: z.iso.datetime(),
  })
  .refine(({ method, bank }) => (method === 'va') === (bank !== null))

export const ChargeAnswer = z.strictObject({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['open', 'challenge', 'captured', 'declined', 'expired', 'closed']),
  amount_minor: z.string(),
  captured_minor: z.string().nullable(),
  currency: z.string(),
  decline_reason: z.string().nullable(),
  decided_at: z.string().nullable(),
  pay_url: z.string(),
  method: z.enum(chargeMethods),
  pay_code: z.string().nullable(),
  expires_at: z.string(),
})
export type ChargeAnswer = z.output<typeof ChargeAnswer>

export const CloseCharge = z.strictObject({ reference: Reference })

export const NewMandate = z.strictObject({
  reference: Reference,
  kind: z.enum(mandateKinds),
  /** The most that one charge may take. */
  limit_minor: z.string().regex(/^[1-9]\d{0,17}$/, problem('whole_minor')),
  currency: z.enum(currencies),
  description: typedText(1, 200),
  return_url: webAddress,
  webhook_url: webAddress,
  /** Until when its payer may agree. */
  expires_at: z.iso.datetime(),
})
export const MandateAnswer = z.strictObject({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(mandateKinds),
  state: z.enum(['open', 'active', 'revoked', 'expired']),
  limit_minor: z.string(),
  currency: z.string(),
  /** The end of the number of the card or wallet. */
  account_end: z.string().nullable(),
  /** What it is charged with, while it is active. */
  token: z.string().nullable(),
  agree_url: z.string(),
})
export type MandateAnswer = z.output<typeof MandateAnswer>
export const RevokeMandate = z.strictObject({ reference: Reference })
export const MandateCharge = z.strictObject({
  token: typedText(1, 200),
  reference: Reference,
  amount_minor: z.string().regex(/^[1-9]\d{0,17}$/, problem('whole_minor')),
  currency: z.enum(currencies),
  description: typedText(1, 200),
  webhook_url: webAddress,
  expires_at: z.iso.datetime(),
})

export const DisputeAnswer = z.strictObject({
  id: z.string(),
  charge_id: z.string(),
  reference: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  amount_minor: z.string(),
  currency: z.string(),
  reason: z.string(),
  respond_by: z.string(),
})

export const NewRefund = z.strictObject({
  reference: Reference,
  amount_minor: z.string().regex(/^[1-9]\d{0,17}$/, problem('whole_minor')),
})
export const RefundAnswer = z.strictObject({
  id: z.string(),
  reference: z.string(),
  charge_id: z.string(),
  state: z.enum(['pending', 'settled', 'failed']),
  amount_minor: z.string(),
  failure_reason: z.string().nullable(),
  decided_at: z.string().nullable(),
})
export type RefundAnswer = z.output<typeof RefundAnswer>

export const Trouble = z.strictObject({ error: z.string() })

/** The id of a charge as this acquirer makes them; any other text belongs to no charge. */
export const chargeId = z.string().max(60)

const typed = z.string().max(100).default('')
export const CardPost = z.strictObject({ card_number: typed, expiry: typed, cvc: typed, name: typed })
export const TransferPost = z.strictObject({ how: z.enum(transfers) })
export const ChallengePost = z.strictObject({ code: typed })
