/** Runs over many orders, as the office reads them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import { sayRefusal } from '../../locale/refusal-text.ts'
import { Refusal, type RefusalCode } from '../../refusals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { OrderState } from '../core/order-rules.ts'
import type { BulkAction, BulkResult } from './bulk-rules.ts'

type RunRow = {
  id: string
  action: BulkAction
  reason: string | null
  begun_by: string
  begun_at: Date
  stopped_at: Date | null
  counts: Partial<Record<BulkResult, number>>
}

const runs = sql`
  select b.id, b.action, b.reason, b.begun_by, b.begun_at, b.stopped_at,
    (select jsonb_object_agg(result, n) from (
      select result, count(*) as n from orders.bulk_rows r where r.run_id = b.id group by result) counted) as counts
  from orders.bulk_runs b`

/** The newest first. */
export async function listRuns(db: Queryable, { page, size }: { page: number; size: number }) {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.bulk_runs`),
    db.rows<RunRow>(
      sql`${runs} order by b.begun_at desc, b.id desc limit ${size}::int offset ${(page - 1) * size}::int`,
    ),
  ])
  return { total: count?.total ?? 0, rows: await viewRuns(db, rows) }
}

type OrderRow = {
  order_id: string
  number: string
  store: string
  member_id: string
  state: OrderState
  result: BulkResult
  refusal: RefusalCode | null
  told: Record<string, unknown> | null
  approval_id: string | null
  at: Date | null
}

/** One run with what became of each order. Refuses not_found. */
export async function getRun(db: Queryable, runId: string, language: string) {
  const [run, rows] = await Promise.all([
    db.row<RunRow>(sql`${runs} where b.id = ${runId}`),
    db.rows<OrderRow>(sql`
      select r.order_id, o.number, o.store, o.member_id, o.state, r.result, r.refusal, r.told, r.approval_id, r.at
      from orders.bulk_rows r join orders.orders o on o.id = r.order_id where r.run_id = ${runId} order by r.position`),
  ])
  if (!run) throw new Refusal('not_found')
  const [[view], names] = await Promise.all([
    viewRuns(db, [run]),
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
  ])
  if (!view) throw new Refusal('not_found')
  const orders = rows.map(({ member_id, refusal, told, at, ...row }) => ({
    ...{ ...row, refusal },
    buyer: names.get(member_id) ?? '',
    says: refusal ? sayRefusal(refusal, language, told ?? {}) : null,
    at: at?.toISOString() ?? null,
  }))
  return { ...view, orders }
}

async function viewRuns(db: Queryable, rows: RunRow[]) {
  const names = await namesOfStaff(
    db,
    rows.map((row) => row.begun_by),
  )
  return rows.map(({ id, action, reason, begun_by, begun_at, stopped_at, counts }) => ({
    run_id: id,
    ...{ action, reason, by: names.get(begun_by) ?? begun_by },
    begun_at: begun_at.toISOString(),
    stopped_at: stopped_at?.toISOString() ?? null,
    counts: { waiting: 0, done: 0, asked: 0, refused: 0, left: 0, ...counts },
  }))
}
