/** Runs over many orders, as the office reads them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import { sayRefusal } from '../../locale/refusal-text.ts'
import { Refusal, type RefusalCode } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { OrderState } from '../core/order-rules.ts'
import type { RunView } from './bulk-contract.ts'
import { type BulkAction, type BulkResult, bulkPermission } from './bulk-rules.ts'

type RunRow = {
  id: string
  action: BulkAction
  begun_by: string
  begun_at: Date
  stopped_at: Date | null
}

const none: Record<BulkResult, number> = { waiting: 0, done: 0, asked: 0, refused: 0, left: 0 }

const runs = sql`
  select b.id, b.action, b.begun_by, b.begun_at, b.stopped_at,
    (select jsonb_object_agg(result, n) from (
      select result, count(*) as n from orders.bulk_rows r where r.run_id = b.id group by result) counted) as counts
  from orders.bulk_runs b`

/** How many orders of a run have come to what. Refuses not_found. */
export async function countRun(db: Queryable, runId: string): Promise<Pick<RunView, 'run_id' | 'counts'>> {
  const rows = await db.rows<{ result: BulkResult; n: number }>(
    sql`select result, count(*)::int as n from orders.bulk_rows where run_id = ${runId} group by result`,
  )
  if (rows.length === 0) throw new Refusal('not_found')
  return { run_id: runId, counts: { ...none, ...Object.fromEntries(rows.map(({ result, n }) => [result, n])) } }
}

/** The newest first. */
export async function listRuns(db: Queryable, { page, size }: { page: number; size: number }) {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.bulk_runs`),
    db.rows<RunRow & { counts: Partial<Record<BulkResult, number>> }>(
      sql`${runs} order by b.begun_at desc, b.id desc limit ${size}::int offset ${(page - 1) * size}::int`,
    ),
  ])
  const names = await namesOfStaff(
    db,
    rows.map((row) => row.begun_by),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({ ...headOf(row, names), counts: { ...none, ...row.counts } })),
  }
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

/**
 * One run with what became of each order, counted over the very rows that are shown; the reason only for who may do what was done. Refuses
 * not_found.
 */
export async function getRun(
  db: Queryable,
  runId: string,
  { may, language }: { may: Staff['may']; language: string },
): Promise<RunView> {
  const [run, rows] = await Promise.all([
    db.row<RunRow & { reason: string | null }>(
      sql`select id, action, reason, begun_by, begun_at, stopped_at from orders.bulk_runs where id = ${runId}`,
    ),
    db.rows<OrderRow>(sql`
      select r.order_id, o.number, o.store, o.member_id, o.state, r.result, r.refusal, r.told, r.approval_id, r.at
      from orders.bulk_rows r join orders.orders o on o.id = r.order_id where r.run_id = ${runId} order by r.position`),
  ])
  if (!run) throw new Refusal('not_found')
  const [by, names] = await Promise.all([
    namesOfStaff(db, [run.begun_by]),
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
  ])
  const orders = rows.map(({ member_id, refusal, told, at, ...row }) => ({
    ...{ ...row, refusal },
    buyer: names.get(member_id) ?? '',
    says: refusal ? sayRefusal(refusal, language, told ?? {}) : null,
    at: at?.toISOString() ?? null,
  }))
  const counts = { ...none }
  for (const { result } of orders) counts[result]++
  const reason = may.has(bulkPermission[run.action]) ? run.reason : null
  return { ...headOf(run, by), reason, counts, orders }
}

const headOf = ({ id, action, begun_by, begun_at, stopped_at }: RunRow, names: Map<string, string>) => ({
  ...{ run_id: id, action, by: names.get(begun_by) ?? begun_by },
  begun_at: begun_at.toISOString(),
  stopped_at: stopped_at?.toISOString() ?? null,
})
