/** Whether what was paid can still be taken back. */
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

type Clearance = {
  /** A dispute about it is open or lost. */
  disputed: boolean
  /** Its provider took a part of it back, or says that it was in another currency. */
  short: boolean
  /** Until then it may be taken back, and is too much to be trusted; null when it is not, or is past that. */
  clearsAt: Date | null
}

const cleared: Clearance = { disputed: false, short: false, clearsAt: null }

/**
 * How certain the money is that pays for an order. Card money is uncertain for some days after its capture, longer while its
 * payer has never completed a purchase (`isNew`); that matters from an amount on which all that the payer paid by card in
 * those days counts towards, so that many small ones are no way around it. Judged by the database's clock.
 */
export async function clearanceOf(db: Queryable, orderId: string, { isNew }: { isNew: boolean }): Promise<Clearance> {
  const { days, newPayerDays, from } = settings.clearing.card
  const wait = isNew ? newPayerDays : days
  const row = await db.row<Clearance>(sql`
    select exists (select from payments.disputes d where d.payment_id = p.id and d.state in ('open', 'lost')) as disputed,
      (p.short_minor > p.covered_minor or p.foreign_currency is not null) as short,
      case when p.captured_at + make_interval(days => ${wait}::int) > now() and p.method = 'card' and (
        select sum(lately.allocated_minor) from payments.payments lately
        where lately.member_id = p.member_id and lately.allocation = 'order' and lately.method = 'card'
          and lately.currency = p.currency and lately.captured_at > now() - make_interval(days => ${wait}::int)
      ) >= (${JSON.stringify(from, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))}::jsonb->>p.currency)::bigint
        then p.captured_at + make_interval(days => ${wait}::int) end as "clearsAt"
    from payments.payments p where p.order_id = ${orderId} and p.allocation = 'order'`)
  return row ?? cleared
}
