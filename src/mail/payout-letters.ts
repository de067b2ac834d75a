/** What is written about withdrawals, and accounts that they go to. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { withReceipt } from './record-letters.ts'
import type { Template, Write, Written } from './templates.ts'

/** Why one failed or came back, as a part of a sentence. */
const failures = {
  account_unknown: m.mail_payout_reason_account_unknown,
  account_closed: m.mail_payout_reason_account_closed,
  name_differs: m.mail_payout_reason_name_differs,
  refused: m.mail_payout_reason_refused,
  expired: m.mail_payout_reason_expired,
  given_back: m.mail_payout_reason_given_back,
}
type Failure = keyof typeof failures
type PaidOut = { number: string; total: Amount; account: string; reason: Failure }

const letter = (subject: Write<Written<PaidOut>>, body: Write<Written<PaidOut>>): Template<PaidOut> => ({
  ...{ about: 'trade', subject, body },
})

const withReason =
  (body: Write<Written<PaidOut>>): Write<Written<PaidOut>> =>
  ({ number, total, account, reason }, options) => {
    const why = failures[reason as Failure] ?? failures.refused
    return body({ number, total, account, reason: why({}, options) }, options)
  }

const bound: Template<{ account: string; link: string }> = {
  ...{ about: 'security', subject: m.mail_payout_bound_subject, body: m.mail_payout_bound_body },
  ...{ sms: m.mail_payout_bound_sms, link: 'link', button: m.mail_alarm_button },
}
const removed: Template<{ account: string }> = {
  ...{ about: 'security', subject: m.mail_payout_removed_subject, body: m.mail_payout_removed_body },
}

export const payoutLetters = {
  payout_bound: bound,
  payout_removed: removed,
  payout_requested: letter(m.mail_payout_requested_subject, m.mail_payout_requested_body),
  payout_paid: withReceipt(letter(m.mail_payout_paid_subject, m.mail_payout_paid_body)),
  payout_failed: letter(m.mail_payout_failed_subject, withReason(m.mail_payout_failed_body)),
  payout_returned: letter(m.mail_payout_returned_subject, withReason(m.mail_payout_returned_body)),
}
