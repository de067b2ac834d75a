/** Wire shapes of payout destinations. */

import { z } from 'zod'
import { momentField, nameText, ownedId, pinField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

const account = {
  number: typedText(5, 60).meta({ description: 'spaces, dots and hyphens do not count' }),
  holder: nameText(2, 100).meta({ description: 'as the account has it; must be the verified name' }),
  is_default: z.boolean(problem('yes_no')).default(false),
  pin: pinField,
}
export const BindBankCard = z.strictObject({ bank: typedText(2, 20), ...account })
export const BindAlipay = z.strictObject({ wallet: typedText(2, 20), ...account })

export const Destination = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['bank', 'wallet']),
  provider: z.string(),
  provider_name: z.string(),
  number: z.string().meta({ description: 'masked' }),
  holder: z.string(),
  is_default: z.boolean(),
  usable_from: momentField.nullable().meta({ description: 'null once it can be used' }),
})
/** An account as it is shown where money went or goes, also after it was removed. */
export const AccountName = z.strictObject({
  kind: z.enum(['bank', 'wallet']),
  provider_name: z.string(),
  number: z.string().nullable().meta({ description: 'masked; null once it is destroyed' }),
})
export const DestinationQuery = z.strictObject({
  kind: z.enum(['bank', 'wallet'], problem('one_of', { list: 'bank, wallet' })).optional(),
})
const provider = z.strictObject({ code: z.string(), name: z.string() })
export const Destinations = z.strictObject({
  destinations: z.array(Destination),
  max: z.int(),
  bound: z.int().meta({ description: 'how many count towards max: of all stores and kinds' }),
  cooling_hours: z.int().meta({ description: 'how long a new one is not paid to' }),
  banks: z.array(provider),
  wallets: z.array(provider),
  verified_name: z
    .string()
    .nullable()
    .meta({ description: 'the holder that an account must have; null: verify first' }),
  has_pin: z.boolean(),
})
export const OneDestination = z.strictObject({ id: ownedId('payout_destination') })
export const RemoveDestination = z.strictObject({ id: ownedId('payout_destination'), pin: pinField })
export const Removed = z.strictObject({ removed: z.literal(true) })

export type DestinationView = z.output<typeof Destination>
export type DestinationsView = z.output<typeof Destinations>
