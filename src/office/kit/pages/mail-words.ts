/** States of mail: an answer in the inbox, and what did not get through. */
import * as m from '../../../locale/paraglide/messages.js'
import type { MailState } from '../../../mail/mail-queries.ts'

export const mailWords: Record<MailState, () => string> = {
  queued: m.office_outbox_queued,
  sending: m.office_outbox_queued,
  sent: m.office_outbox_sent,
  refused: m.office_outbox_refused,
  unknown: m.office_outbox_unknown,
  expired: m.office_outbox_expired,
  dropped: m.office_outbox_dropped,
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
