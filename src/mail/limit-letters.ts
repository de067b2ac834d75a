/** What is written about limit orders (decision 0112). */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { withReceipt } from './record-letters.ts'
import type { Template, Write, Written } from './templates.ts'

type Filled = { order: string; limit: Amount; number: string; grams: Amount; total: Amount; price: Amount }

/** That it is filled, before what every letter about such a trade says. */
function filled<More>(
  subject: Write<Written<Filled>>,
  first: Write<Written<Filled>>,
  then: Write<Written<Filled & More>>,
): Template<Filled & More> {
  const body: Write<Written<Filled & More>> = (values, options) =>
    [first(values, options), then(values, options)].join('\n\n')
  return withReceipt({ about: 'trade', subject, body })
}
const [bought, sold] = [m.mail_limit_bought_first, m.mail_limit_sold_first]

type Over = { number: string; side: string; limit: Amount; reserved: Amount }
const over = (subject: Write<{ number: string }>, buy: Write<Written<Over>>, sell = buy): Template<Over> => ({
  ...{ about: 'trade', subject },
  body: (values, options) => (values.side === 'sell' ? sell : buy)(values, options),
})

export const limitLetters = {
  limit_bought: filled(m.mail_gold_bought_subject, bought, m.mail_gold_bought_body),
  limit_sold: filled(m.mail_gold_sold_subject, sold, m.mail_gold_sold_body),
  limit_sold_paid_out: filled<{ account: string }>(m.mail_gold_sold_subject, sold, m.mail_gold_sold_paid_out_body),
  limit_sold_unnamed: {
    ...filled<{ link: string }>(m.mail_gold_sold_subject, sold, m.mail_gold_sold_unnamed_body),
    ...{ link: 'link' as const, button: m.mail_payable_waits_button },
  },
  limit_expired: over(m.mail_limit_expired_subject, m.mail_limit_expired_buy, m.mail_limit_expired_sell),
  limit_ended: over(m.mail_limit_ended_subject, m.mail_limit_ended_body),
  limit_asked_back: over(m.mail_limit_ended_subject, m.mail_limit_asked_back_body),
}
