/** What is written about identity checks and levels. */
import * as m from '../locale/paraglide/messages.js'
import type { Template } from './templates.ts'

const account = <Values>(template: Omit<Template<Values>, 'about'>): Template<Values> => ({
  about: 'account',
  ...template,
})
type None = Record<never, never>

export const kycLetters = {
  level_reached: account<{ level: string }>({
    subject: m.mail_level_reached_subject,
    body: m.mail_level_reached_body,
  }),
  level_lowered: account<{ level: string }>({
    subject: m.mail_level_lowered_subject,
    body: m.mail_level_lowered_body,
  }),
  real_name_rejected: account<{ answer: string }>({
    subject: m.mail_real_name_rejected_subject,
    body: m.mail_real_name_rejected_body,
  }),
  documents_received: account<None>({
    subject: m.mail_documents_received_subject,
    body: m.mail_documents_received_body,
  }),
  documents_rejected: account<{ answer: string }>({
    subject: m.mail_documents_rejected_subject,
    body: m.mail_documents_rejected_body,
  }),
  funds_rejected: account<{ answer: string }>({
    subject: m.mail_funds_rejected_subject,
    body: m.mail_funds_rejected_body,
  }),
}
