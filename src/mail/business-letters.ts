/** Letters about large trades at the desk. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template } from './templates.ts'

const refused: Template<{ number: string; grams: Amount; reason: string }> = {
  ...{ about: 'trade', subject: m.mail_business_refused_subject, body: m.mail_business_refused_body },
}

const quoted: Template<{ number: string; grams: Amount; until: string }> = {
  ...{ about: 'trade', subject: m.mail_business_quoted_subject, body: m.mail_business_quoted_body },
}

const expired: Template<{ number: string; grams: Amount }> = {
  ...{ about: 'trade', subject: m.mail_business_expired_subject, body: m.mail_business_expired_body },
}

const agreed: Template<{ number: string; grams: Amount; deposit: Amount; rest: Amount; until: string }> = {
  ...{ about: 'trade', subject: m.mail_business_agreed_subject, body: m.mail_business_agreed_body },
}

const payable: Template<{ number: string; grams: Amount; rest: Amount; until: string }> = {
  ...{ about: 'trade', subject: m.mail_business_pay_soon_subject, body: m.mail_business_pay_soon_body },
}

const late: Template<{ number: string; grams: Amount; rest: Amount; until: string }> = {
  ...{ about: 'trade', subject: m.mail_business_late_subject, body: m.mail_business_late_body },
}

const closedOut: Template<{ number: string; difference: Amount; kept: Amount; back: Amount }> = {
  ...{ about: 'trade', subject: m.mail_business_closed_out_subject, body: m.mail_business_closed_out_body },
}

const closedOutOwed: Template<{ number: string; difference: Amount; kept: Amount; claim: Amount }> = {
  ...{ about: 'trade', subject: m.mail_business_closed_out_subject, body: m.mail_business_closed_out_owed_body },
}

const givenBack: Template<{ number: string; back: Amount }> = {
  ...{ about: 'trade', subject: m.mail_business_given_back_subject, body: m.mail_business_given_back_body },
}

export const businessLetters = {
  business_agreed: agreed,
  business_pay_soon: payable,
  business_late: late,
  business_closed_out: closedOut,
  business_closed_out_owed: closedOutOwed,
  business_given_back: givenBack,
  business_refused: refused,
  business_quoted: quoted,
  business_expired: expired,
}
