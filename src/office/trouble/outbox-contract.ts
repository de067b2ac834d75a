/** Wire shapes of the messages that the outbox gave up. */

import { z } from 'zod'
import { momentField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'

const states = ['refused', 'unknown', 'expired', 'dropped'] as const

export const StoppedQuery = z.strictObject({
  state: z.enum(states).optional().meta({ description: 'absent: those that wait for somebody' }),
  channel: z.enum(['email', 'sms']).optional(),
  q: typedText(1, 254).optional().meta({ description: 'a whole destination, or an id' }),
  ...pageQuery,
})
const Stopped = z.strictObject({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  template: z.string(),
  destination: z.string().meta({ description: 'masked' }),
  subject: z.string(),
  language: z.string(),
  state: z.enum(states),
  problem: z.string().nullable(),
  tries: z.int(),
  may_send: z.boolean(),
  stopped_by: z.string().nullable(),
  created_at: momentField,
})
export const StoppedPage = z.strictObject({ total: z.int(), rows: z.array(Stopped) })
export const OnStopped = z.strictObject({ mail_id: z.uuid(problem('id')), reason: reasonField })

export type StoppedView = z.output<typeof Stopped>
