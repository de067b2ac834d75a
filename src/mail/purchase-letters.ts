/** Letters about purchases of grams that are paid from outside, and about orders that grams pay. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { withReceipt } from './record-letters.ts'
import type { Template, Write, Written } from './templates.ts'

type Bought = { number: string; grams: Amount; total: Amount; price: Amount }
type OfMoney = { number: string; total: Amount }
const ofMoney = (subject: Write<Written<OfMoney>>, body: Write<Written<OfMoney>>): Template<OfMoney> => ({
  ...{ about: 'trade', subject, body },
})
const paid: Template<Bought> = {
  about: 'trade',
  subject: m.mail_purchase_paid_subject,
  body: m.mail_purchase_paid_body,
}

export const orderPaidInGrams: Template<OfMoney & { grams: Amount; day: string }> = {
  about: 'order',
  subject: m.mail_order_paid_subject,
  body: m.mail_order_paid_in_grams_body,
}

export const purchaseLetters = {
  purchase_paid: withReceipt(paid),
  purchase_money_returning: ofMoney(m.mail_purchase_money_returning_subject, m.mail_purchase_money_returning_body),
  purchase_money_returned: ofMoney(m.mail_purchase_money_returned_subject, m.mail_purchase_money_returned_body),
  purchase_money_in_balance: ofMoney(m.mail_purchase_money_in_balance_subject, m.mail_purchase_money_in_balance_body),
  purchase_money_kept: ofMoney(m.mail_purchase_money_kept_subject, m.mail_purchase_money_kept_body),
  purchase_money_return_failed: ofMoney(
    m.mail_purchase_money_return_failed_subject,
    m.mail_purchase_money_return_failed_body,
  ),
  purchase_dispute_opened: ofMoney(m.mail_purchase_dispute_opened_subject, m.mail_purchase_dispute_opened_body),
  purchase_dispute_won: ofMoney(m.mail_purchase_dispute_won_subject, m.mail_purchase_dispute_won_body),
  purchase_dispute_lost: ofMoney(m.mail_purchase_dispute_lost_subject, m.mail_purchase_dispute_lost_body),
  purchase_dispute_turned_won: ofMoney(
    m.mail_purchase_dispute_turned_won_subject,
    m.mail_purchase_dispute_turned_won_body,
  ),
  purchase_dispute_turned_lost: ofMoney(
    m.mail_purchase_dispute_turned_lost_subject,
    m.mail_purchase_dispute_turned_lost_body,
  ),
}
