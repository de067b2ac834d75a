/** Wire shapes of the providers' notices as the staff see them. */
import { z } from 'zod'
import { momentField, typedText } from '../http/wire.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { eventStates, trustClasses } from './event-rules.ts'

export const EventsQuery = z.strictObject({
  state: z.enum(eventStates).optional(),
  q: typedText(1, 100).optional().meta({ description: 'id of the notice, our reference or the provider’s' }),
  ...pageQuery,
})
const ProviderEvent = z.strictObject({
  provider: z.string(),
  trust: z
    .enum(trustClasses)
    .nullable()
    .meta({ description: 'what the signature covers; null: a provider of the past' }),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(eventStates),
  reference: z.string().nullable().meta({ description: 'ours: a payment’s or a refund’s id' }),
  provider_reference: z.string().nullable().meta({ description: 'masked' }),
  facts: z
    .array(z.strictObject({ name: z.enum(['state', 'amount', 'currency', 'reason']), value: z.string() }))
    .meta({ description: 'of what it told; addresses and names of the payer are not shown' }),
  order_id: z.uuid().nullable(),
  tries: z.int(),
  outcome: z.string().nullable(),
  error: z.string().nullable(),
  received_at: momentField,
  processed_at: momentField.nullable(),
  next_try_at: momentField.nullable(),
})
export const EventsPage = z.strictObject({ total: z.int(), rows: z.array(ProviderEvent) })
export const RetryEvent = z.strictObject({
  provider: typedText(1, 40),
  event_id: typedText(1, 200),
  reason: reasonField,
})
export const RetriedEvent = z.strictObject({
  outcome: z.string().nullable().meta({ description: 'null when it failed again and waits for its next try' }),
})

export type ProviderEventView = z.output<typeof ProviderEvent>
export type EventsQueryInput = z.output<typeof EventsQuery>
