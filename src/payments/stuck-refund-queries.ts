/** Refunds that do not move by themselves, as staff see them: refused ones that nothing has replaced, and what waits for longer than a bank takes. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Settlers } from './settler.ts'
import { viewWaiting, type Waiting, type WaitingRow } from './waiting-money.ts'

type Row = WaitingRow & { state: 'pending' | 'failed'; failure: string | null; way: 'source' | 'balance' }

/** After so long a refund that was sent to a bank without an answer is for staff to see. */
const SILENT = sql`interval '3 days'`

/** What is refused because its bank had taken the money meanwhile is over, and not among them. */
const stuckOf = (store: string | undefined): Sql => sql`
  from payments.refunds r join payments.payments p on p.id = r.payment_id
    where (${store ?? null}::text is null or r.store = ${store ?? null}) and (
      r.state = 'pending' and (r.failure is not null or r.created_at < now() - ${SILENT})
      or r.state = 'failed' and coalesce(r.failure, '') not in ('short', 'charged_back')
        and p.captured_minor > p.refunded_allocated_minor + p.refunded_suspense_minor + p.charged_back_minor
        and not exists (select from payments.refunds o where o.payment_id = r.payment_id and o.occasion = r.occasion
          and (o.state <> 'failed' or (o.created_at, o.id) > (r.created_at, r.id))))`

/** How many there are in a store. */
export async function countStuckRefunds(db: Queryable, store: string | undefined): Promise<number> {
  const row = await db.row<{ total: number }>(sql`select count(*)::int as total ${stuckOf(store)}`)
  return row?.total ?? 0
}

/** The oldest first. */
export async function listStuckRefunds(
  db: Queryable,
  settlers: Settlers,
  { store, page, size }: { store?: string | undefined; page: number; size: number },
): Promise<{ total: number; rows: Waiting<Row>[] }> {
  const [total, rows] = await Promise.all([
    countStuckRefunds(db, store),
    db.rows<Row>(sql`
      select r.id, p.purpose, r.subject_id as subject, r.member_id as member, r.store, r.currency, r.amount_minor as amount, r.state, r.failure,
        r.way, r.created_at as since
      ${stuckOf(store)} order by r.created_at, r.id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total, rows: await viewWaiting(db, settlers, rows) }
}
