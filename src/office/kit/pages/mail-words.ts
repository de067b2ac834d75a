/** States of mail: an answer in the inbox, and what did not get through. */
import * as m from '../../../locale/paraglide/messages.js'
import type { MailState } from '../../../mail/mail-queries.ts'

export const mailWords: Record<MailState, () => string> = {
  queued: m.outbox_queued,
  sending: m.outbox_queued,
  sent: m.outbox_sent,
  refused: m.outbox_refused,
  unknown: m.outbox_unknown,
  expired: m.outbox_expired,
  dropped: m.outbox_dropped,
}
export const mailTones = {
  queued: 'nila',
  sending: 'nila',
  sent: 'up',
  refused: 'down',
  unknown: 'warn',
  expired: 'warn',
  dropped: 'plain',
} as const
