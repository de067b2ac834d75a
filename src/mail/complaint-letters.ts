/** What is written about complaints; a text message says only that there is something to read. */
import * as m from '../locale/paraglide/messages.js'
import type { Template } from './templates.ts'

const received: Template<{ number: string; deadline: string; text: string }> = {
  ...{ about: 'account', subject: m.mail_complaint_received_subject, body: m.mail_complaint_received_body },
  sms: m.mail_complaint_received_sms,
}
const answered: Template<{ number: string; answer: string; staff: string }> = {
  ...{ about: 'account', subject: m.mail_complaint_answered_subject, body: m.mail_complaint_answered_body },
  sms: m.mail_complaint_sms,
}
const prolonged: Template<{ number: string; reason: string; deadline: string }> = {
  ...{ about: 'account', subject: m.mail_complaint_prolonged_subject, body: m.mail_complaint_prolonged_body },
  sms: m.mail_complaint_sms,
}
const decided: Template<{ number: string; decision: string }> = {
  ...{ about: 'account', subject: m.mail_complaint_decided_subject, body: m.mail_complaint_decided_body },
  sms: m.mail_complaint_sms,
}
const reopened: Template<{ number: string; deadline: string }> = {
  ...{ about: 'account', subject: m.mail_complaint_reopened_subject, body: m.mail_complaint_reopened_body },
}

export const complaintLetters = {
  complaint_received: received,
  complaint_answered: answered,
  complaint_prolonged: prolonged,
  complaint_decided: decided,
  complaint_reopened: reopened,
}
