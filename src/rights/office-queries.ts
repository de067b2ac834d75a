/** Requests about personal data as the staff see them. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { OfficeRequestsQueryInput, OfficeRequestView } from './office-contract.ts'
import { requestColumns, requestView } from './request-queries.ts'

type Row = Omit<OfficeRequestView, 'asked_at' | 'due_at' | 'decided_at' | 'member'> & {
  asked: Date
  due: Date
  decided: Date | null
}
type Filter = Omit<OfficeRequestsQueryInput, 'page' | 'size'>

function filterOf({ state, kind, store, member }: Filter): Sql {
  const parts = [
    sql`true`,
    ...(state === 'late' ? [sql`state = 'waiting' and due_at < now()`] : state ? [sql`state = ${state}`] : []),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(store ? [sql`store = ${store}`] : []),
    ...(member ? [sql`member_id = ${member}`] : []),
  ]
  return join(parts, ' and ')
}

/** What waits first, by its deadline: what is late stands on top. Then what was decided, the newest first. */
export async function listOfficeRequests(
  db: Queryable,
  { page, size, ...filter }: OfficeRequestsQueryInput,
): Promise<{ total: number; rows: OfficeRequestView[] }> {
  const where = filterOf(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from rights.requests where ${where}`),
    db.rows<Row>(sql`select ${requestColumns}, member_id, store, decided_by, outcome,
        state = 'waiting' and due_at < now() as is_late
      from rights.requests where ${where}
      order by state <> 'waiting', case when state = 'waiting' then due_at end, asked_at desc, id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ member_id }) => member_id),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({ ...requestView(row), member: names.get(row.member_id) ?? '–' })),
  }
}

/** Whose request it is. */
export async function findRequestMember(db: Queryable, requestId: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`select member_id as id from rights.requests where id = ${requestId}`)
  return row?.id
}

/** How many requests wait in a store, and how many of them are past their deadline. */
export async function countDataRequests(db: Queryable, store: string): Promise<{ waiting: number; late: number }> {
  const row = await db.row<{ waiting: number; late: number }>(sql`
    select count(*)::int as waiting, count(*) filter (where due_at < now())::int as late
    from rights.requests where store = ${store} and state = 'waiting'`)
  return row ?? { waiting: 0, late: 0 }
}

/** Those past their deadline, since then. They have no number. */
export const listLateRequests = (
  db: Queryable,
): Promise<{ id: string; number: string; store: string; since: Date }[]> =>
  db.rows(sql`
    select id::text as id, '' as number, store, due_at as since from rights.requests
    where state = 'waiting' and due_at < now() order by due_at limit 1000`)
