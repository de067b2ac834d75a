/** What is written about official decisions on an account, and corrections of it. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template, Write, Written } from './templates.ts'

type Received = { number: string; amount: Amount }

const movementsPaused: Template<Record<never, never>> = {
  ...{ about: 'account', subject: m.mail_movements_paused_subject, body: m.mail_movements_paused_body },
}
const legallyReceived: Template<Received> = {
  ...{ about: 'trade', subject: m.mail_legally_received_subject, body: m.mail_legally_received_body },
}
type Adjusted = Received & { told: string }
const adjusted = (body: Write<Written<Adjusted>>): Template<Adjusted> => ({
  ...{ about: 'trade', subject: m.mail_adjusted_subject, body },
})
export const caseLetters = {
  movements_paused: movementsPaused,
  legally_received: legallyReceived,
  adjusted_up: adjusted(m.mail_adjusted_up_body),
  adjusted_down: adjusted(m.mail_adjusted_down_body),
}
