/** Wire shapes of transfers between members. */
import { z } from 'zod'
import { momentField, ownedId, pinField, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { cards, transferStates } from './transfer-rules.ts'

const to = typedText(1, 254).meta({ description: 'an e-mail address, a mobile number, or the code of a member' })
const token = z.string().regex(/^[\w-]{43}$/)

export const RecipientOf = z.strictObject({ to })
export const Recipient = z.strictObject({
  is_member: z.boolean().meta({ description: 'false: they get a link, and the grams wait for seven days' }),
  shown: z.string().meta({ description: 'a masked name, or the masked address of who is no member of this store' }),
})

export const TransferOf = z.strictObject({
  to,
  shown: z.string().max(300).meta({ description: 'whom the sender confirmed, as transfer_recipient showed them' }),
  weight: z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, problem('number')),
  note: typedText(0, 140),
  card: z.enum(cards),
  pin: pinField,
})
export const Transfer = z.strictObject({
  transfer_id: z.uuid(),
  number: z.string(),
  way: z.enum(['sent', 'received']),
  state: z.enum(transferStates),
  weight: weightField,
  other: z.string().meta({ description: 'who got it, as shown before the PIN; who sent it, by name' }),
  note: z.string(),
  card: z.enum(cards),
  made_at: momentField,
  ends_at: momentField
    .nullable()
    .meta({ description: 'from then on it goes back to its sender; null: it was there at once' }),
})
export const Transfers = z.strictObject({
  code: z.string().meta({ description: 'the code by which others send to this member' }),
  transfers: z.array(Transfer).meta({ description: 'the newest first, a hundred at most' }),
})
export const TransferNamed = z.strictObject({ transfer_id: ownedId('transfer') })
export const GiftOf = z.strictObject({ token })
export const Gift = z.strictObject({
  store: z.string(),
  state: z.enum(transferStates),
  from: z.string(),
  weight: weightField,
  note: z.string(),
  card: z.enum(cards),
  ends_at: momentField,
})
const agreement = { agreement_version: typedText(1, 20).optional() }
export const ClaimOf = z.strictObject({ transfer_id: ownedId('transfer'), ...agreement })
export const LinkClaimOf = z.strictObject({ token, ...agreement })

export type RecipientView = z.output<typeof Recipient>
export type TransferView = z.output<typeof Transfer>
export type TransfersView = z.output<typeof Transfers>
export type GiftView = z.output<typeof Gift>
