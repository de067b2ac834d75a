/** What is written about sales of grams, and money that waits for an account to go to. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { withReceipt } from './record-letters.ts'
import type { Template } from './templates.ts'

type Sold = { number: string; grams: Amount; total: Amount; price: Amount }
const sale = { about: 'trade', subject: m.mail_gold_sold_subject } as const
const toBalance: Template<Sold> = { ...sale, body: m.mail_gold_sold_body }
const toAccount: Template<Sold & { account: string }> = { ...sale, body: m.mail_gold_sold_paid_out_body }
const unnamed: Template<Sold & { link: string }> = {
  ...{ ...sale, body: m.mail_gold_sold_unnamed_body },
  ...{ link: 'link', button: m.mail_payable_waits_button },
}
const waits: Template<{ total: Amount; link: string }> = {
  ...{ about: 'trade', subject: m.mail_payable_waits_subject, body: m.mail_payable_waits_body },
  ...{ link: 'link', button: m.mail_payable_waits_button },
}

const goes: Template<{ total: Amount; account: string }> = {
  ...{ about: 'trade', subject: m.mail_payable_goes_subject, body: m.mail_payable_goes_body },
}

type Wrong = { number: string; grams: Amount; total: Amount; right: Amount; hours: string; link: string }
const choice = (subject: Template<Wrong>['subject'], body: Template<Wrong>['body']): Template<Wrong> => ({
  ...{ about: 'trade', subject, body, link: 'link', button: m.mail_price_choice_button },
})
type Became = { number: string; grams: Amount; total: Amount }
const became = (subject: Template<Became>['subject'], body: Template<Became>['body']): Template<Became> => ({
  ...{ about: 'trade', subject, body },
})
const priceEnded: Template<{ number: string }> = {
  ...{ about: 'trade', subject: m.mail_purchase_price_ended_subject, body: m.mail_purchase_price_ended_body },
}

/** Trades that were made at a wrong price (decision 0086). */
export const priceLetters = {
  purchase_price_ended: priceEnded,
  purchase_price_choice: choice(m.mail_purchase_price_choice_subject, m.mail_purchase_price_choice_body),
  sale_price_choice: choice(m.mail_sale_price_choice_subject, m.mail_sale_price_choice_body),
  trade_repriced: withReceipt(became(m.mail_trade_repriced_subject, m.mail_trade_repriced_body)),
  purchase_undone: withReceipt(became(m.mail_purchase_undone_subject, m.mail_purchase_undone_body)),
  sale_undone: withReceipt(became(m.mail_sale_undone_subject, m.mail_sale_undone_body)),
}

export const saleLetters = {
  gold_sold: withReceipt(toBalance),
  gold_sold_paid_out: withReceipt(toAccount),
  gold_sold_unnamed: withReceipt(unnamed),
  payable_waits: waits,
  payable_goes: goes,
}
