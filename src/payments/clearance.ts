/** Whether what was paid can still be taken back. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
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
 * How certain the money is that pays for a subject. Card money is uncertain for some days after its capture, longer while its
 * payer has never completed a purchase (`isNew`); that matters from an amount on which all that the payer paid by card in
 * those days counts towards, so that many small ones are no way around it. Judged by the database's clock.
 */
export async function clearanceOf(db: Queryable, subjectId: string, { isNew }: { isNew: boolean }): Promise<Clearance> {
  const wait = daysFor(isNew)
  const row = await db.row<Clearance>(sql`
    select coalesce(bool_or(exists (select from payments.disputes d where d.payment_id = p.id and d.state in ('open', 'lost'))), false) as disputed,
      coalesce(bool_or(p.short_minor > p.covered_minor or p.foreign_currency is not null), false) as short,
      max(case when p.captured_at + make_interval(days => ${wait}::int) > now() and p.method = 'card'
        and ${paidLately(sql`p.member_id`, sql`p.currency`, wait)} >= ${amountFrom(sql`p.currency`)}
        then p.captured_at + make_interval(days => ${wait}::int) end) as "clearsAt"
    from payments.payments p where p.subject_id = ${subjectId} and p.allocation = 'subject'`)
  return row ?? cleared
}

type Unpaid = { memberId: string; currency: Currency; total: bigint; isNew: boolean }

/** The same said before paying: for how many days a subject would wait that was paid by card now; null when it would not. */
export async function clearingDays(
  db: Queryable,
  { memberId, currency, total, isNew }: Unpaid,
): Promise<number | null> {
  const wait = daysFor(isNew)
  const row = await db.row<{ waits: boolean }>(sql`
    select ${paidLately(sql`${memberId}::uuid`, sql`${currency}::text`, wait)} + ${total}::bigint >= ${amountFrom(sql`${currency}::text`)} as waits`)
  return row?.waits ? wait : null
}

export const daysFor = (isNew: boolean): number =>
  isNew ? settings.clearing.card.newPayerDays : settings.clearing.card.days

/** What a member paid by card in the days in which it may still be taken back. */
const paidLately = (member: Sql, currency: Sql, wait: number) => sql`(
  select coalesce(sum(lately.allocated_minor), 0) from payments.payments lately
  where lately.member_id = ${member} and lately.allocation = 'subject' and lately.method = 'card'
    and lately.currency = ${currency} and lately.captured_at > now() - make_interval(days => ${wait}::int))`

/** From which amount on card money of a currency waits. */
const amountFrom = (currency: Sql) =>
  sql`(${JSON.stringify(settings.clearing.card.from, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))}::jsonb->>${currency})::bigint`
