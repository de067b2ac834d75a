/** That a paper is there: what letters about what was done say of its receipt, and the letter of a month that closed. */
import * as m from '../locale/paraglide/messages.js'
import type { Template } from './templates.ts'

/** The letter of something that has a receipt. A text message, which is paid for by its length, does not say it. */
export const withReceipt = <Values>(letter: Template<Values>): Template<Values> => ({
  ...letter,
  sms: letter.sms ?? letter.body,
  body: (values, options) => `${letter.body(values, options)}\n\n${m.mail_receipt_there({}, options)}`,
})

export const monthClosed: Template<{ month: string; link: string }> = {
  ...{ about: 'trade', subject: m.mail_month_closed_subject, body: m.mail_month_closed_body },
  ...{ link: 'link', button: m.mail_month_closed_button },
}
