/** Wire shapes of unsubscribing and of the demo's mailbox. */

import { z } from 'zod'
import { momentField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

export const MailboxOf = z.strictObject({ to: typedText(1, 254).optional() })
/** The sealed text of a link; longer ones are not ours. */
const linkField = z
  .string()
  .regex(/^[\w-]{1,400}$/, problem('form'))
  .meta({ description: 'link= of the address in the message' })
export const Unsubscribe = z.strictObject({ link: linkField })
export const OneClickLink = Unsubscribe
export const Unsubscribed = z.strictObject({ topic: z.enum(['back_in_stock', 'price_alert', 'news']) })
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
