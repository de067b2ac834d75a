/** Every message that Karat sends, by name. A new one is an entry here and its words in messages/, in three languages. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { activityLetters } from './activity-letters.ts'
import { agentLetters } from './agent-letters.ts'
import { alarmLetters } from './alarm-letters.ts'
import { businessLetters } from './business-letters.ts'
import { caseLetters } from './case-letters.ts'
import { complaintLetters } from './complaint-letters.ts'
import { draftLetters } from './draft-letters.ts'
import { giftLink, ofGift } from './gift-words.ts'
import { goldbackLetters } from './goldback-letters.ts'
import { kycLetters } from './kyc-letters.ts'
import { limitLetters } from './limit-letters.ts'
import { owedLetters } from './owed-letters.ts'
import { payoutLetters } from './payout-letters.ts'
import { planLetters } from './plan-letters.ts'
import { priceAlertLetters } from './price-alert-letters.ts'
import { orderPaidInGrams, purchaseLetters } from './purchase-letters.ts'
import { monthClosed, withReceipt } from './record-letters.ts'
import { refundLetters } from './refund-letters.ts'
import { rewardLetters } from './reward-letters.ts'
import { rightsLetters } from './rights-letters.ts'
import { priceLetters, saleLetters } from './sale-letters.ts'

export type Locale = 'en-US' | 'id' | 'zh'
/** Why somebody gets a message: decides its last lines, how long it is worth sending, and whether it can be unsubscribed from. */
export type About =
  | 'code'
  | 'security'
  | 'account'
  | 'order'
  | 'trade'
  | 'contact'
  | 'back_in_stock'
  | 'price_alert'
  | 'activity'
  | 'news'
/** What is sent only to who asked for it, with a link to end it. Everything else is part of an account or an order. */
export const topics = ['back_in_stock', 'price_alert', 'news'] as const
export type Topic = (typeof topics)[number]
export const topicOf = (about: About): Topic | null => topics.find((topic) => topic === about) ?? null

export type Write<Values> = (values: Values, options: { locale: Locale }) => string
/** A text that everybody reads alike, or an amount, or several: `writeMail` writes those in the letter's language. */
export type MailValue = string | Amount | Amount[]
export type Written<Values> = { [Name in keyof Values]: string }
export interface Template<Values> {
  about: About
  /** Never holds a code: it is what a locked telephone shows. */
  subject: Write<Written<Values>>
  /** Paragraphs, an empty line between them. */
  body: Write<Written<Values>>
  /** What a text message says instead of `body`; for codes one segment. */
  sms?: Write<Written<Values>>
  /** Which value is a code, shown large. */
  code?: keyof Values & string
  /** Which value is the address that the button leads to, and what the button says. */
  link?: keyof Values & string
  button?: Write<Record<never, never>>
}
const mail = <Values>(template: Template<Values>): Template<Values> => template
/** What became of an order, and its number. */
const ofOrder = (subject: Write<{ number: string }>, body: Write<{ number: string }>) =>
  mail<{ number: string }>({ about: 'order', subject, body })
type Parcel = { number: string; carrier: string; tracking: string }
const ofParcel = (subject: Write<Parcel>, body: Write<Parcel>) => mail<Parcel>({ about: 'order', subject, body })
type Traded = { number: string; grams: Amount; total: Amount; price: Amount }
const ofTrade = (subject: Write<Written<Traded>>, body: Write<Written<Traded>>) =>
  mail<Traded>({ about: 'trade', subject, body })
type Sent = { number: string; grams: Amount; name: string }
const ofSent = (subject: Write<Written<Sent>>, body: Write<Written<Sent>>) =>
  mail<Sent>({ about: 'trade', subject, body })
/** What became of money, and the number of what it was for. */
const ofMoney =
  (about: About) =>
  (subject: Write<{ number: string; total: string }>, body: Write<{ number: string; total: string }>) =>
    mail<{ number: string; total: Amount }>({ about, subject, body })
const [ofOrderMoney, ofDeposit] = [ofMoney('order'), ofMoney('trade')]
/** A change of second factors: what it was, the pause, and the link that freezes. */
const factorChange = (what: Write<Record<never, never>>) =>
  mail<{ link: string }>({
    about: 'security',
    subject: what,
    body: (_, options) => m.mail_factor_body({ what: what({}, options) }, options),
    sms: (_, options) => m.mail_factor_sms({ what: what({}, options) }, options),
    link: 'link',
    button: m.mail_alarm_button,
  })
type None = Record<never, never>

export const templates = {
  sign_up_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_sign_up_code_subject,
    body: m.mail_sign_up_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  sign_up_existing: mail<None>({
    about: 'account',
    subject: m.mail_sign_up_existing_subject,
    body: m.mail_sign_up_existing_body,
    sms: m.mail_sign_up_existing_sms,
  }),
  pin_set: mail<None>({ about: 'security', subject: m.mail_pin_set_subject, body: m.mail_pin_set_body }),
  authenticator_on: factorChange(m.mail_authenticator_on_subject),
  authenticator_off: factorChange(m.mail_authenticator_off_subject),
  recovery_codes_made: factorChange(m.mail_recovery_codes_made_subject),
  passkey_added: factorChange(m.mail_passkey_added_subject),
  passkey_removed: factorChange(m.mail_passkey_removed_subject),
  no_account: mail<None>({ about: 'account', subject: m.mail_no_account_subject, body: m.mail_no_account_body }),
  log_in_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_log_in_code_subject,
    body: m.mail_log_in_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  second_step_code: mail<{ code: string; minutes: string; device: string }>({
    about: 'code',
    subject: m.mail_second_step_code_subject,
    body: m.mail_second_step_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  password_reset: mail<{ link: string; minutes: string }>({
    about: 'security',
    subject: m.mail_password_reset_subject,
    body: m.mail_password_reset_body,
    sms: m.mail_password_reset_sms,
    link: 'link',
    button: m.mail_password_reset_button,
  }),
  unlock_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_unlock_code_subject,
    body: m.mail_unlock_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  account_unlocked: mail<None>({
    about: 'security',
    subject: m.mail_account_unlocked_subject,
    body: m.mail_account_unlocked_body,
  }),
  account_frozen: mail<None>({
    about: 'security',
    subject: m.mail_account_frozen_subject,
    body: m.mail_account_frozen_body,
  }),
  account_frozen_by_staff: mail<None>({
    about: 'security',
    subject: m.mail_account_frozen_by_staff_subject,
    body: m.mail_account_frozen_by_staff_body,
  }),
  account_opened: mail<None>({
    about: 'security',
    subject: m.mail_account_opened_subject,
    body: m.mail_account_opened_body,
  }),
  factors_removed: factorChange(m.mail_factors_removed_subject),
  factors_taken_back: mail<None>({
    about: 'security',
    subject: m.mail_factors_taken_back_subject,
    body: m.mail_factors_taken_back_body,
    sms: m.mail_factors_taken_back_sms,
  }),
  verify_email: mail<{ link: string; minutes: string }>({
    about: 'security',
    subject: m.mail_verify_email_subject,
    body: m.mail_verify_email_body,
    link: 'link',
    button: m.mail_verify_email_button,
  }),
  destination_taken: mail<None>({
    about: 'account',
    subject: m.mail_destination_taken_subject,
    body: m.mail_destination_taken_body,
  }),
  set_email_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_set_email_code_subject,
    body: m.mail_set_email_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  change_mobile_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_change_mobile_code_subject,
    body: m.mail_change_mobile_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  change_asked: mail<{ what: string; to: string; link: string }>({
    about: 'security',
    subject: m.mail_change_asked_subject,
    body: m.mail_change_asked_body,
    sms: m.mail_change_asked_sms,
    link: 'link',
    button: m.mail_change_asked_button,
  }),
  change_cancelled: mail<{ what: string }>({
    about: 'security',
    subject: m.mail_change_cancelled_subject,
    body: m.mail_change_cancelled_body,
  }),
  pin_code: mail<{ code: string; minutes: string }>({
    about: 'code',
    subject: m.mail_pin_code_subject,
    body: m.mail_pin_code_body,
    sms: m.mail_sign_up_code_sms,
    code: 'code',
  }),
  alarm: mail<{ what: string; link: string }>({
    about: 'security',
    subject: m.mail_alarm_subject,
    body: m.mail_alarm_body,
    sms: m.mail_alarm_sms,
    link: 'link',
    button: m.mail_alarm_button,
  }),
  order_paid: ofOrderMoney(m.mail_order_paid_subject, m.mail_order_paid_body),
  order_paid_in_grams: orderPaidInGrams,
  gold_bought: withReceipt(ofTrade(m.mail_gold_bought_subject, m.mail_gold_bought_body)),
  ...saleLetters,
  ...priceLetters,
  transfer_sent: withReceipt(ofSent(m.mail_transfer_sent_subject, m.mail_transfer_sent_body)),
  transfer_waits: ofSent(m.mail_transfer_waits_subject, m.mail_transfer_waits_body),
  transfer_claimed: withReceipt(ofSent(m.mail_transfer_claimed_subject, m.mail_transfer_claimed_body)),
  transfer_returned: ofSent(m.mail_transfer_returned_subject, m.mail_transfer_returned_body),
  transfer_received: withReceipt(ofGift(m.mail_transfer_received_body)),
  transfer_offered: ofGift(m.mail_transfer_offered_body),
  transfer_link: giftLink,
  ...goldbackLetters,
  ...activityLetters,
  ...rewardLetters,
  ...payoutLetters,
  ...caseLetters,
  ...purchaseLetters,
  ...limitLetters,
  ...businessLetters,
  ...agentLetters,
  ...draftLetters,
  month_closed: monthClosed,
  deposit_paid: withReceipt(ofDeposit(m.mail_deposit_paid_subject, m.mail_deposit_paid_body)),
  deposit_money_returning: ofDeposit(m.mail_deposit_money_returning_subject, m.mail_deposit_money_returning_body),
  deposit_money_returned: ofDeposit(m.mail_deposit_money_returned_subject, m.mail_deposit_money_returned_body),
  deposit_money_in_balance: ofDeposit(m.mail_deposit_money_in_balance_subject, m.mail_deposit_money_in_balance_body),
  deposit_money_kept: ofDeposit(m.mail_deposit_money_kept_subject, m.mail_deposit_money_kept_body),
  deposit_money_return_failed: ofDeposit(
    m.mail_deposit_money_return_failed_subject,
    m.mail_deposit_money_return_failed_body,
  ),
  deposit_dispute_opened: ofDeposit(m.mail_deposit_dispute_opened_subject, m.mail_deposit_dispute_opened_body),
  deposit_dispute_won: ofDeposit(m.mail_deposit_dispute_won_subject, m.mail_deposit_dispute_won_body),
  deposit_dispute_lost: ofDeposit(m.mail_deposit_dispute_lost_subject, m.mail_deposit_dispute_lost_body),
  deposit_dispute_turned_won: ofDeposit(
    m.mail_deposit_dispute_turned_won_subject,
    m.mail_deposit_dispute_turned_won_body,
  ),
  deposit_dispute_turned_lost: ofDeposit(
    m.mail_deposit_dispute_turned_lost_subject,
    m.mail_deposit_dispute_turned_lost_body,
  ),
  order_expired: ofOrder(m.mail_order_expired_subject, m.mail_order_expired_body),
  order_cancelled: ofOrder(m.mail_order_cancelled_subject, m.mail_order_cancelled_body),
  order_shipped: ofParcel(m.mail_order_shipped_subject, m.mail_order_shipped_body),
  order_delivery: mail<{ number: string; was: string; place: string }>({
    about: 'order',
    subject: m.mail_order_delivery_subject,
    body: m.mail_order_delivery_body,
  }),
  order_tracking: ofParcel(m.mail_order_tracking_subject, m.mail_order_tracking_body),
  order_lost: mail<{ number: string; carrier: string }>({
    about: 'order',
    subject: m.mail_order_lost_subject,
    body: m.mail_order_lost_body,
  }),
  order_found: mail<{ number: string; carrier: string }>({
    about: 'order',
    subject: m.mail_order_found_subject,
    body: m.mail_order_found_body,
  }),
  order_given_up: ofOrder(m.mail_order_given_up_subject, m.mail_order_given_up_body),
  order_given_up_paid: ofOrderMoney(m.mail_order_given_up_subject, m.mail_order_given_up_paid_body),
  order_price_ended: ofOrder(m.mail_order_price_ended_subject, m.mail_order_price_ended_body),
  order_price_choice: mail<{ number: string; paid: Amount; right: Amount; hours: string }>({
    about: 'order',
    subject: m.mail_order_price_choice_subject,
    body: m.mail_order_price_choice_body,
  }),
  order_sent_again: ofParcel(m.mail_order_sent_again_subject, m.mail_order_sent_again_body),
  order_ready: mail<{ number: string; place: string }>({
    about: 'order',
    subject: m.mail_order_ready_subject,
    body: m.mail_order_ready_body,
  }),
  order_collected: ofOrder(m.mail_order_collected_subject, m.mail_order_collected_body),
  payment_review: ofOrderMoney(m.mail_payment_review_subject, m.mail_payment_review_body),
  order_settled: mail<{ number: string; back: Amount }>({
    about: 'order',
    subject: m.mail_order_settled_subject,
    body: m.mail_order_settled_body,
  }),
  order_settled_gain: mail<{ number: string; back: Amount; gain: Amount }>({
    about: 'order',
    subject: m.mail_order_settled_gain_subject,
    body: m.mail_order_settled_gain_body,
  }),
  difference_back: mail<{ number: string; back: Amount }>({
    about: 'order',
    subject: m.mail_difference_subject,
    body: m.mail_difference_back_body,
  }),
  difference_gain: mail<{ number: string; gain: Amount }>({
    about: 'order',
    subject: m.mail_difference_subject,
    body: m.mail_difference_gain_body,
  }),
  difference_owed: mail<{ number: string; gain: Amount }>({
    about: 'order',
    subject: m.mail_difference_subject,
    body: m.mail_difference_owed_body,
  }),
  difference_both: mail<{ number: string; back: Amount; gain: Amount }>({
    about: 'order',
    subject: m.mail_difference_subject,
    body: m.mail_difference_both_body,
  }),
  refund_requested: ofOrderMoney(m.mail_refund_requested_subject, m.mail_refund_requested_body),
  money_returning: mail<{ number: string; total: Amount | Amount[] }>({
    about: 'order',
    subject: m.mail_money_returning_subject,
    body: m.mail_money_returning_body,
  }),
  money_returned: ofOrderMoney(m.mail_money_returned_subject, m.mail_money_returned_body),
  money_in_balance: ofOrderMoney(m.mail_money_in_balance_subject, m.mail_money_in_balance_body),
  money_kept: ofOrderMoney(m.mail_money_kept_subject, m.mail_money_kept_body),
  ...owedLetters,
  ...refundLetters,
  money_return_failed: ofOrderMoney(m.mail_money_return_failed_subject, m.mail_money_return_failed_body),
  dispute_opened: ofOrderMoney(m.mail_dispute_opened_subject, m.mail_dispute_opened_body),
  dispute_won: ofOrderMoney(m.mail_dispute_won_subject, m.mail_dispute_won_body),
  dispute_lost: ofOrderMoney(m.mail_dispute_lost_subject, m.mail_dispute_lost_body),
  dispute_turned_won: ofOrderMoney(m.mail_dispute_turned_won_subject, m.mail_dispute_turned_won_body),
  dispute_turned_lost: ofOrderMoney(m.mail_dispute_turned_lost_subject, m.mail_dispute_turned_lost_body),
  back_in_stock: mail<{ name: string; link: string }>({
    about: 'back_in_stock',
    subject: m.mail_back_in_stock_subject,
    body: m.mail_back_in_stock_body,
    link: 'link',
    button: m.mail_back_in_stock_button,
  }),
  contact_answer: mail<{
    number: string
    name: string
    store: string
    answer: string
    question: string
    staff: string
  }>({
    about: 'contact',
    subject: m.mail_contact_answer_subject,
    body: m.mail_contact_answer_body,
  }),
  ...kycLetters,
  ...rightsLetters,
  ...complaintLetters,
  staff_invitation: mail<{ name: string; link: string }>({
    about: 'account',
    subject: m.mail_staff_invitation_subject,
    body: m.mail_staff_invitation_body,
    link: 'link',
    button: m.mail_staff_invitation_button,
  }),
  staff_news: mail<{ what: string }>({
    about: 'security',
    subject: m.mail_staff_news_subject,
    body: m.mail_staff_news_body,
  }),
  staff_notices: mail<{ what: string; list: string; link: string }>({
    about: 'account',
    subject: m.mail_staff_notices_subject,
    body: m.mail_staff_notices_body,
    link: 'link',
    button: m.mail_staff_notices_button,
  }),
  ...planLetters,
  ...priceAlertLetters,
  ...alarmLetters,
}

export type MailTemplate = keyof typeof templates
export type MailValues = { [T in MailTemplate]: (typeof templates)[T] extends Template<infer Values> ? Values : never }
