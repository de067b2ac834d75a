/** Money that fits nothing yet, as staff see it: what came in, less what its subject uses, what was set off and what went back. */
import { type Queryable, sql } from '../db/database.ts'
import type { Settlers } from './settler.ts'
import { viewWaiting, type Waiting, type WaitingRow } from './waiting-money.ts'

type Row = WaitingRow & { refund: 'pending' | 'failed' | null }

/** The oldest first. `refund`: how the newest one that gives it back stands; null where nobody has asked for one. */
export async function listSuspended(
  db: Queryable,
  settlers: Settlers,
  { store, page, size }: { store?: string | undefined; page: number; size: number },
): Promise<{ total: number; rows: Waiting<Row>[] }> {
  const open = sql`
    select p.id, p.purpose, p.subject_id as subject, p.member_id as member, p.store, p.captured_currency as currency, p.captured_at as since,
      p.captured_minor + p.short_minor - coalesce(p.allocated_minor, 0) - p.offset_minor - coalesce((
        select sum(r.amount_minor - r.allocated_minor) from payments.refunds r where r.payment_id = p.id and r.state = 'settled'), 0) as suspended
    from payments.payments p
    where p.state = 'captured' and (p.allocated_minor is distinct from p.captured_minor or p.short_minor <> 0 or p.offset_minor <> 0)
      and (${store ?? null}::text is null or p.store = ${store ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from (${open}) as open where suspended <> 0`),
    db.rows<Row>(sql`
      select id, purpose, subject, member, store, currency, since, suspended::bigint as amount, (
        select r.state from payments.refunds r where r.payment_id = open.id and r.state <> 'settled' order by r.created_at desc limit 1) as refund
      from (${open}) as open where suspended <> 0 order by since, id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows: await viewWaiting(db, settlers, rows) }
}
