import type { Tx } from '../db/database.ts'
import { findContact, type KeptContact, readContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import type { Locale } from '../mail/templates.ts'
import { amountOf, type Currency } from '../money/money.ts'
import { formatWeekDay } from '../ui/format.ts'
import type { Payment } from './contract.ts'
import { type Fulfilled, paidOf } from './settler.ts'

/** What paid a subject; `currency` is that of the money. */
type PaidWith = { number: string; total: bigint; currency: Currency | string } & {
  [Said in 'said' | 'inGrams']?: Fulfilled[Said] | undefined
}

/** The payer of a subject is told that it is paid, once for a payment. `kept`: where they are reached, if the caller has read it. */
export async function tellPaid(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'purpose' | 'member_id' | 'store'>,
  { number, total, currency, said, inGrams }: PaidWith,
  kept?: KeptContact | null,
): Promise<void> {
  const contact = kept ? readContact(payment.member_id, kept) : await findContact(tx, payment.member_id)
  const letter = { ...contact, store: payment.store, onceKey: `${paidOf(payment.purpose)}:${payment.id}` }
  const values = { number, total: amountOf(total, currency), ...said }
  await (inGrams
    ? queueMail(tx, {
        ...{ ...letter, template: 'order_paid_in_grams' },
        values: {
          ...{ ...values, grams: amountOf(inGrams.weight, 'XAU') },
          day: formatWeekDay(inGrams.packedBy, contact.language as Locale),
        },
      })
    : queueMail(tx, { ...letter, template: paidOf(payment.purpose), values }))
}
