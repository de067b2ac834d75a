/** What the staff are told at once, wherever they are. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template, Write, Written } from './templates.ts'

const alarm = <Values>(subject: Write<Written<Values>>, body: Write<Written<Values>>): Template<Values> => ({
  ...{ about: 'security', subject, body },
})

export const alarmLetters = {
  alarm_float: alarm<{ shop: string; percent: string; all: Amount; ceiling: Amount }>(
    m.mail_alarm_float_subject,
    m.mail_alarm_float_body,
  ),
  alarm_frozen: alarm<{ shop: string; owed: Amount; owned: Amount }>(
    m.mail_alarm_frozen_subject,
    m.mail_alarm_frozen_body,
  ),
  alarm_proof: alarm<{ shop: string; code: string }>(m.mail_alarm_proof_subject, m.mail_alarm_proof_body),
  alarm_price: alarm<Record<never, never>>(m.mail_alarm_price_subject, m.mail_alarm_price_body),
}
