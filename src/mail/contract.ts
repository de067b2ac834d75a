/** Wire shapes of the demo's mailbox. */
import { z } from 'zod'
import { momentField, typedText } from '../http/wire.ts'

export const MailboxOf = z.strictObject({ to: typedText(1, 254).optional() })
export const OneMessage = z.strictObject({ id: z.uuid() })
export const Mailbox = z.strictObject({
  messages: z.array(
    z.strictObject({
      id: z.uuid(),
      to: z.string(),
      channel: z.enum(['email', 'sms']),
      template: z.string(),
      subject: z.string(),
      body: z.string(),
      created_at: momentField,
    }),
  ),
})
