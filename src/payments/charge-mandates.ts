/** Payments that a mandate pays: charged without their payer, once under the name of each. */
import { type Db, type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { brandIn } from '../stores/stores.ts'
import type { MandateCharge, Payment } from './contract.ts'
import { aboutMandate } from './mandates.ts'
import { settleAnswer } from './process-event.ts'

type Reach = Pick<
  Karat,
  'db' | 'stores' | 'providers' | 'settlers' | 'settlePayout' | 'mandateSettler' | 'sealing' | 'config' | 'log'
>

/**
 * Charges every payment of a mandate that is to be, and again under its name where nobody has answered. Before that it is written down as
 * asked for, so that whoever ends what it is for knows that money may come. No transaction is open during the call. What is to be
 * closed, or past its time, and what nothing may be charged for now, is not charged: that is asked just before the call too, since the
 * ones before it take time. One that fails does not hold up the others.
 */
export async function chargeMandates(karat: Reach): Promise<void> {
  for (const payment of await takePaymentsToCharge(karat.db))
    await charge(karat, payment).catch((error) =>
      karat.log.warn({ err: error, payment: payment.id }, 'mandate cannot be charged'),
    )
}

/** A payment that is asked for is judged by its row: `created` has never been. */
const takePaymentsToCharge = (db: Db): Promise<Payment[]> =>
  db.rows<Payment>(sql`
    update payments.payments set state = 'unknown', checked_at = now() where id in (
      select p.id from payments.payments p join payments.mandates m on m.id = p.mandate_id
      where ${mayBeCharged} and (p.state = 'created' or p.state = 'unknown' and p.checked_at < now() - interval '5 seconds') order by p.created_at limit 50 for update of p skip locked)
    returning *`)

/** A payment `p` of a mandate `m`, by what is known of both. */
const mayBeCharged: Sql = sql`m.state = 'active' and p.expires_at > now()
  and not exists (select from payments.closings c where c.subject_id = p.subject_id)`

async function charge(karat: Reach, payment: Payment): Promise<void> {
  const { db, sealing, settlers, mandateSettler, config } = karat
  const [held, isFree, number] = await Promise.all([
    db.row<{ token: Buffer }>(sql`
      select m.token_sealed as token from payments.payments p join payments.mandates m on m.id = p.mandate_id
      where p.id = ${payment.id} and p.state = 'unknown' and ${mayBeCharged}`),
    mandateSettler.mayCharge(db, payment),
    settlers[payment.purpose].numberOf(db, payment.subject_id),
  ])
  if (!held || !isFree || !payment.mandate_id) return
  const request: MandateCharge = {
    token: sealing.open(held.token, aboutMandate(payment.member_id, payment.mandate_id)).toString(),
    ...{ reference: payment.id, amountMinor: payment.amount_minor, currency: payment.currency },
    ...{ description: `${brandIn(karat.stores, payment.store)} ${number}`, expiresAt: payment.expires_at },
    webhookUrl: `${config.SANDBOX_URL}/api/webhooks/${payment.provider}`,
  }
  await settleAnswer(karat, payment, (provider) => provider.chargeMandate(request))
}
