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

export const businessLetters = { business_refused: refused, business_quoted: quoted, business_expired: expired }
