/** What is written about campaigns and events: to who holds them, and to who signed up. */
import * as m from '../locale/paraglide/messages.js'
import type { Template, Write, Written } from './templates.ts'

/** `answer`: why, in the words of the staff. */
type ToHolder = { title: string; answer: string; link: string }
const toHolder = (subject: Write<Written<ToHolder>>, body: Write<Written<ToHolder>>): Template<ToHolder> => ({
  ...{ about: 'activity', subject, body, link: 'link', button: m.mail_activity_open },
})
/** `where`: the place, or the link of an event online; `link`: to the ticket. */
type ToParticipant = { title: string; when: string; where: string; calendar: string; link: string }
const toParticipant = (
  subject: Write<Written<ToParticipant>>,
  body: Write<Written<ToParticipant>>,
): Template<ToParticipant> => ({
  ...{ about: 'activity', subject, body, link: 'link', button: m.mail_activity_ticket },
})
const cancelled: Template<{ title: string; when: string; answer: string }> = {
  ...{ about: 'activity', subject: m.mail_activity_cancelled_subject, body: m.mail_activity_cancelled_body },
}
const code: Template<{ code: string; minutes: string; title: string }> = {
  ...{ about: 'code', subject: m.mail_activity_code_subject, body: m.mail_activity_code_body, code: 'code' },
  sms: m.mail_sign_up_code_sms,
}

export const activityLetters = {
  activity_approved: toHolder(m.mail_activity_approved_subject, m.mail_activity_approved_body),
  activity_rejected: toHolder(m.mail_activity_rejected_subject, m.mail_activity_rejected_body),
  activity_suspended: toHolder(m.mail_activity_suspended_subject, m.mail_activity_suspended_body),
  activity_resumed: toHolder(m.mail_activity_resumed_subject, m.mail_activity_resumed_body),
  activity_change_approved: toHolder(m.mail_activity_change_approved_subject, m.mail_activity_change_approved_body),
  activity_change_rejected: toHolder(m.mail_activity_change_rejected_subject, m.mail_activity_change_rejected_body),
  activity_code: code,
  activity_signed_up: toParticipant(m.mail_activity_signed_up_subject, m.mail_activity_signed_up_body),
  activity_signed_up_online: toParticipant(m.mail_activity_signed_up_subject, m.mail_activity_signed_up_online_body),
  activity_waiting: toParticipant(m.mail_activity_waiting_subject, m.mail_activity_waiting_body),
  activity_promoted: toParticipant(m.mail_activity_promoted_subject, m.mail_activity_promoted_body),
  activity_changed: toParticipant(m.mail_activity_changed_subject, m.mail_activity_changed_body),
  activity_cancelled: cancelled,
}
