/** What is written about physical gold that a member sells back. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template, Write, Written } from './templates.ts'

type Told = { number: string; total: Amount }
const letter = (subject: Write<Written<Told>>, body: Write<Written<Told>>): Template<Told> => ({
  ...{ about: 'trade', subject, body },
})

const meltingAsked: Template<{ number: string }> = {
  ...{ about: 'trade', subject: m.mail_goldback_melting_asked_subject, body: m.mail_goldback_melting_asked_body },
}

export const goldbackLetters = {
  goldback_booked: letter(m.mail_goldback_booked_subject, m.mail_goldback_booked_body),
  goldback_booked_courier: letter(m.mail_goldback_booked_courier_subject, m.mail_goldback_booked_courier_body),
  goldback_collected: letter(m.mail_goldback_collected_subject, m.mail_goldback_collected_body),
  goldback_rejected_courier: letter(m.mail_goldback_rejected_courier_subject, m.mail_goldback_rejected_courier_body),
  goldback_returned_courier: letter(m.mail_goldback_returned_courier_subject, m.mail_goldback_returned_courier_body),
  goldback_received: letter(m.mail_goldback_received_subject, m.mail_goldback_received_body),
  goldback_melting_asked: meltingAsked,
  goldback_offered: letter(m.mail_goldback_offered_subject, m.mail_goldback_offered_body),
  goldback_rejected: letter(m.mail_goldback_rejected_subject, m.mail_goldback_rejected_body),
  goldback_paid: letter(m.mail_goldback_paid_subject, m.mail_goldback_paid_body),
  goldback_paid_in_grams: {
    ...{ about: 'trade', subject: m.mail_goldback_paid_in_grams_subject, body: m.mail_goldback_paid_in_grams_body },
  } satisfies Template<{ number: string; grams: Amount }>,
  goldback_returned: letter(m.mail_goldback_returned_subject, m.mail_goldback_returned_body),
  goldback_lapsed: letter(m.mail_goldback_lapsed_subject, m.mail_goldback_lapsed_body),
}
