/** What is written to who asked to be told about the price of gold. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template, Write, Written } from './templates.ts'

/** What becomes of the alert: told once it is over; else by its kind, it waits until the price has gone back, or until tomorrow. */
const endings = {
  over: m.mail_price_over,
  above: m.mail_price_above_again,
  below: m.mail_price_below_again,
  change: m.mail_price_change_again,
}
type GoesOn = keyof typeof endings
type Reached = { price: Amount; level: Amount; percent: string; goesOn: GoesOn; link: string }

const letter = (subject: Write<Written<Reached>>, body: Write<Written<Reached>>): Template<Reached> => ({
  about: 'price_alert',
  subject,
  body: (values, options) => {
    const ending = endings[values.goesOn as GoesOn] ?? endings.over
    return [body(values, options), ending({}, options)].join('\n\n')
  },
  ...{ link: 'link', button: m.mail_price_button },
})

export const priceAlertLetters = {
  price_ask_above: letter(m.mail_price_ask_above_subject, m.mail_price_ask_above_body),
  price_ask_below: letter(m.mail_price_ask_below_subject, m.mail_price_ask_below_body),
  price_bid_above: letter(m.mail_price_bid_above_subject, m.mail_price_bid_above_body),
  price_bid_below: letter(m.mail_price_bid_below_subject, m.mail_price_bid_below_body),
  price_up: letter(m.mail_price_up_subject, m.mail_price_up_body),
  price_down: letter(m.mail_price_down_subject, m.mail_price_down_body),
}
export type AlertLetter = keyof typeof priceAlertLetters
