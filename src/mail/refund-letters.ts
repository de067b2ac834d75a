/** Letters about requests for money back, and about pieces that come back. */
import * as m from '../locale/paraglide/messages.js'
import type { Template, Write, Written } from './templates.ts'

const ofReturn = <V extends { number: string }>(subject: Write<Written<V>>, body: Write<Written<V>>): Template<V> => ({
  about: 'order',
  subject,
  body,
})

export const refundLetters = {
  refund_rejected: ofReturn<{ number: string; answer: string }>(
    m.mail_refund_rejected_subject,
    m.mail_refund_rejected_body,
  ),
  refund_send_back: ofReturn<{ number: string }>(m.mail_refund_send_back_subject, m.mail_refund_send_back_body),
  return_refused: ofReturn<{ number: string; answer: string }>(
    m.mail_return_refused_subject,
    m.mail_return_refused_body,
  ),
  return_sent_back: ofReturn<{ number: string; how: string }>(
    m.mail_return_sent_back_subject,
    m.mail_return_sent_back_body,
  ),
}
