/** Mail and text messages leave only with the transaction that causes them: they are rows of it. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import * as m from '../locale/paraglide/messages.js'

type Locale = 'en-US' | 'id' | 'zh'

/** What each message needs to be written. */
export type MailValues = {
  sign_up_code: { code: string; minutes: string }
  sign_up_existing: Record<never, never>
  pin_set: Record<never, never>
  order_paid: { number: string; total: string }
  order_expired: { number: string }
  order_cancelled: { number: string }
  payment_review: { number: string; total: string }
  order_settled: { number: string; back: string }
  order_settled_gain: { number: string; back: string; gain: string }
  refund_requested: { number: string; total: string }
  refund_rejected: { number: string; answer: string }
  money_returning: { number: string; total: string }
  money_returned: { number: string; total: string }
  money_return_failed: { number: string; total: string }
  back_in_stock: { name: string; link: string }
}
export type MailTemplate = keyof MailValues

type Write<Values> = (values: Values, options: { locale: Locale }) => string
type Texts = { [T in MailTemplate]: { subject: Write<MailValues[T]>; body: Write<MailValues[T]> } }

const texts: Texts = {
  sign_up_code: { subject: m.mail_sign_up_code_subject, body: m.mail_sign_up_code_body },
  sign_up_existing: { subject: m.mail_sign_up_existing_subject, body: m.mail_sign_up_existing_body },
  pin_set: { subject: m.mail_pin_set_subject, body: m.mail_pin_set_body },
  order_paid: { subject: m.mail_order_paid_subject, body: m.mail_order_paid_body },
  order_expired: { subject: m.mail_order_expired_subject, body: m.mail_order_expired_body },
  order_cancelled: { subject: m.mail_order_cancelled_subject, body: m.mail_order_cancelled_body },
  payment_review: { subject: m.mail_payment_review_subject, body: m.mail_payment_review_body },
  order_settled: { subject: m.mail_order_settled_subject, body: m.mail_order_settled_body },
  order_settled_gain: { subject: m.mail_order_settled_gain_subject, body: m.mail_order_settled_gain_body },
  refund_requested: { subject: m.mail_refund_requested_subject, body: m.mail_refund_requested_body },
  refund_rejected: { subject: m.mail_refund_rejected_subject, body: m.mail_refund_rejected_body },
  money_returning: { subject: m.mail_money_returning_subject, body: m.mail_money_returning_body },
  money_returned: { subject: m.mail_money_returned_subject, body: m.mail_money_returned_body },
  money_return_failed: { subject: m.mail_money_return_failed_subject, body: m.mail_money_return_failed_body },
  back_in_stock: { subject: m.mail_back_in_stock_subject, body: m.mail_back_in_stock_body },
}

export type Mail<T extends MailTemplate> = {
  destination: string
  channel: 'email' | 'sms'
  template: T
  language: string
  values: MailValues[T]
  /** Names the occasion: a second message with the same key is not written. */
  onceKey?: string
}

/** Writes a message into the outbox; it exists if and only if the caller's transaction commits. */
export async function queueMail<T extends MailTemplate>(tx: Tx, mail: Mail<T>): Promise<void> {
  const { destination, channel, template, language, values, onceKey } = mail
  const locale = { locale: language as Locale }
  await tx.run(sql`
    insert into mail.messages (id, destination, channel, template, language, subject, body, once_key)
    values (${newId()}, ${destination}, ${channel}, ${template}, ${language}, ${texts[template].subject(values, locale)},
      ${texts[template].body(values, locale)}, ${onceKey ?? null})
    on conflict (once_key) do nothing`)
}
