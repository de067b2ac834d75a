/** What is written about requests for personal data. */
import * as m from '../locale/paraglide/messages.js'
import type { Template } from './templates.ts'

const received: Template<{ what: string; deadline: string; link: string }> = {
  ...{ about: 'security', subject: m.mail_data_request_received_subject, body: m.mail_data_request_received_body },
  ...{ sms: m.mail_data_request_received_sms, link: 'link', button: m.mail_alarm_button },
}
const answered: Template<{ what: string; answer: string }> = {
  ...{ about: 'security', subject: m.mail_data_request_answered_subject, body: m.mail_data_request_answered_body },
  sms: m.mail_data_request_answered_sms,
}
const copyMade: Template<{ link: string }> = {
  ...{ about: 'security', subject: m.mail_data_copy_made_subject, body: m.mail_data_copy_made_body },
  ...{ sms: m.mail_data_copy_made_sms, link: 'link', button: m.mail_alarm_button },
}

export const rightsLetters = {
  data_request_received: received,
  data_request_answered: answered,
  data_copy_made: copyMade,
}
