/** What is written about sales of grams, and money that waits for an account to go to. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
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

export const saleLetters = {
  gold_sold: toBalance,
  gold_sold_paid_out: toAccount,
  gold_sold_unnamed: unnamed,
  payable_waits: waits,
}
