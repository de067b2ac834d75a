/** Complaints as the staff see them: the list, one of them, the register, and those that are late. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { numbersOf } from '../orders/core/own-numbers.ts'
import { Refusal } from '../refusals.ts'
import { storeOf, timeZoneOf } from '../stores/stores.ts'
import { type ComplaintRow, complaintColumns, isLate, shownRow, stepsOf, todayOf } from './complaint-queries.ts'
import { complaintNumber, readComplaintNumber } from './complaint-rules.ts'
import type {
  OfficeComplaintLine,
  OfficeComplaintsQueryInput,
  OfficeComplaintView,
  RegisterQueryInput,
} from './office-contract.ts'
import { bodyOf } from './terms.ts'

const zone = timeZoneOf(sql`c.store`)
/** Days of the calendar in the zone of the store. */
const days = sql`(coalesce((c.decided_at at time zone ${zone})::date, ${todayOf(sql`c.store`)}) - (c.received_at at time zone ${zone})::date)`
const officeColumns = sql`${complaintColumns}, c.member_id, ${days}::int as days`
type Row = ComplaintRow & { member_id: string; days: number }

function filterOf({ state, about, outcome, store, member, year, q }: RegisterQueryInput): Sql {
  const known = q && readComplaintNumber(q)
  return join(
    [
      sql`true`,
      ...(state === 'late' ? [isLate] : state ? [sql`c.state = ${state}`] : []),
      ...(about ? [sql`c.about = ${about}`] : []),
      ...(outcome ? [sql`c.outcome = ${outcome}`] : []),
      ...(store ? [sql`c.store = ${store}`] : []),
      ...(member ? [sql`c.member_id = ${member}`] : []),
      ...(year ? [sql`c.year = ${year}::smallint`] : []),
      ...(q
        ? [known ? sql`(c.store, c.year, c.number) = (${known.store}, ${known.year}, ${known.number})` : sql`false`]
        : []),
    ],
    ' and ',
  )
}

/** What waits first, by its deadline: what is late stands on top. Then what was decided, the newest first. */
export async function listOfficeComplaints(
  db: Queryable,
  { page, size, ...filter }: OfficeComplaintsQueryInput,
): Promise<{ total: number; rows: OfficeComplaintLine[] }> {
  const where = filterOf(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from complaints.complaints c where ${where}`),
    db.rows<Row>(sql`
      select ${officeColumns} from complaints.complaints c where ${where}
      order by c.state <> 'open', case when c.state = 'open' then c.due_on end, c.received_at desc, c.id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ member_id }) => member_id),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => {
      const { text, wish, reopen_until, ...line } = shownRow(row)
      return { ...line, store: row.store, member: names.get(row.member_id) ?? '–' }
    }),
  }
}

/** Refuses not_found. */
export async function getOfficeComplaint(
  karat: Pick<Bag<'complaints'>, 'stores'>,
  db: Queryable,
  id: string,
): Promise<OfficeComplaintView> {
  const row = await db.row<Row & { revision: number; may_prolong: boolean }>(sql`
    select ${officeColumns}, c.revision, c.state = 'open' and c.prolonged_at is null as may_prolong
    from complaints.complaints c where c.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const [steps, names, numbers] = await Promise.all([
    stepsOf(db, [id]),
    namesOfMembers(db, [row.member_id]),
    numbersOf(db, row.order_id ? [row.order_id] : []),
  ])
  return {
    ...shownRow(row),
    store: row.store,
    member: names.get(row.member_id) ?? '–',
    order: row.order_id ? { order_id: row.order_id, number: numbers.get(row.order_id) ?? '–' } : null,
    steps: steps.get(id) ?? [],
    body: bodyOf(storeOf(karat, row.store).settings.complaints),
  }
}

/** The head of the register, and its lines by number. Nobody is named. */
export const registerHead = ['number', 'received', 'about', 'deadline', 'state', 'outcome', 'decided', 'days_taken']

export async function registerLines(db: Queryable, filter: RegisterQueryInput, most: number): Promise<string[][]> {
  const rows = await db.rows<Row & { on: string; ended: string | null }>(sql`
    select ${officeColumns}, to_char(c.received_at at time zone ${zone}, 'YYYY-MM-DD') as on,
      to_char(c.decided_at at time zone ${zone}, 'YYYY-MM-DD') as ended
    from complaints.complaints c where ${filterOf(filter)}
    order by c.store, c.year, c.number limit ${most}::int`)
  return rows.map((row) => [
    complaintNumber({ store: row.store, year: row.year, number: row.serial }),
    ...[row.on, row.about, row.due_on, row.is_late ? 'late' : row.state, row.outcome ?? '', row.ended ?? ''],
    row.ended ? String(row.days) : '',
  ])
}

/** How many are open in a store, and how many of them are past their deadline. */
export async function countComplaints(db: Queryable, store: string): Promise<{ open: number; late: number }> {
  const row = await db.row<{ open: number; late: number }>(sql`
    select count(*)::int as open, count(*) filter (where ${isLate})::int as late
    from complaints.complaints c where c.store = ${store} and c.state = 'open'`)
  return row ?? { open: 0, late: 0 }
}

/** Those past their deadline, since the end of its day. */
export async function listLateComplaints(
  db: Queryable,
): Promise<{ id: string; number: string; store: string; since: Date }[]> {
  const rows = await db.rows<{ id: string; store: string; year: number; serial: number; since: Date }>(sql`
    select c.id::text as id, c.store, c.year, c.number as serial, (c.due_on + 1)::timestamp at time zone ${zone} as since
    from complaints.complaints c where ${isLate} order by c.due_on limit 1000`)
  return rows.map(({ year, serial, ...row }) => ({
    ...row,
    number: complaintNumber({ store: row.store, year, number: serial }),
  }))
}
