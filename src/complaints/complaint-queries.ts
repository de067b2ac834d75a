/** Complaints as their member sees them. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { listOwnNumbers, numbersOf } from '../orders/core/own-numbers.ts'
import { storeOf, timeZoneOf } from '../stores/stores.ts'
import { type ComplaintStep, complaintNumber } from './complaint-rules.ts'
import type { ComplaintStepView, ComplaintView, OwnComplaintsView } from './contract.ts'
import { bodyOf } from './terms.ts'

export const todayOf = (store: Sql): Sql => sql`(now() at time zone ${timeZoneOf(store)})::date`
const today = todayOf(sql`c.store`)
/** Past the end of its last day, in the zone of its store. */
export const isLate: Sql = sql`(c.state = 'open' and ${today} > c.due_on)`

export type ComplaintRow = Omit<ComplaintView, 'number' | 'order' | 'received_at' | 'decided_at' | 'steps'> & {
  store: string
  year: number
  serial: number
  order_id: string | null
  received: Date
  decided: Date | null
}
export const complaintColumns: Sql = sql`c.id as complaint_id, c.store, c.year, c.number as serial, c.about, c.order_id, c.text, c.wish,
  c.state, c.outcome, c.received_at as received, c.due_on::text as due_on, ${isLate} as is_late, c.decided_at as decided,
  case when c.reopen_until >= ${today} then c.reopen_until::text end as reopen_until`

export const shownRow = <R extends ComplaintRow>({ store, year, serial, order_id, received, decided, ...row }: R) => ({
  ...row,
  number: complaintNumber({ store, year, number: serial }),
  received_at: received.toISOString(),
  decided_at: decided?.toISOString() ?? null,
})

type StepRow = { complaint_id: string; by: string | null; step: ComplaintStep; at: Date } & Pick<
  ComplaintStepView,
  'text' | 'done' | 'outcome' | 'due_on'
>
/** The oldest first, of each complaint. */
export async function stepsOf(
  db: Queryable,
  ids: string[],
): Promise<Map<string, (ComplaintStepView & { by: string | null })[]>> {
  const rows = await db.rows<StepRow>(sql`
    select complaint_id, staff_name as by, step, at, text, done, outcome, due_on::text as due_on from complaints.events
    where complaint_id = any(${ids}::uuid[]) order by id`)
  const shown = ({ complaint_id, at, ...row }: StepRow) => ({ ...row, by_house: row.by !== null, at: at.toISOString() })
  return new Map([...Map.groupBy(rows, (row) => row.complaint_id)].map(([id, steps]) => [id, steps.map(shown)]))
}

/** The newest first, with what a new one needs. */
export async function listOwnComplaints(
  karat: Pick<Bag<'complaints'>, 'stores'>,
  db: Queryable,
  { id: memberId, store }: { id: string; store: string },
): Promise<OwnComplaintsView> {
  const rows = await db.rows<ComplaintRow>(sql`
    select ${complaintColumns} from complaints.complaints c where c.member_id = ${memberId} order by c.received_at desc limit 50`)
  const [steps, numbers, orders] = await Promise.all([
    stepsOf(
      db,
      rows.map((row) => row.complaint_id),
    ),
    numbersOf(
      db,
      rows.flatMap((row) => row.order_id ?? []),
    ),
    listOwnNumbers(db, memberId),
  ])
  const { complaints: own } = storeOf(karat, store).settings
  return {
    complaints: rows.map((row) => ({
      ...shownRow(row),
      order: row.order_id ? { order_id: row.order_id, number: numbers.get(row.order_id) ?? '–' } : null,
      steps: (steps.get(row.complaint_id) ?? []).map(({ by, ...step }) => step),
    })),
    answer_days: own.answer_days,
    body: bodyOf(own),
    orders: orders.map(({ order_id, number }) => ({ order_id, number })),
  }
}
