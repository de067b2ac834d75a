/** What a member has asked about their data, as they see it. */
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { DataRequestsView, DataRequestView } from './contract.ts'

type Row = Omit<DataRequestView, 'asked_at' | 'due_at' | 'decided_at'> & {
  asked: Date
  due: Date
  decided: Date | null
}

export const requestColumns = sql`id, kind, state, about, words, asked_at as asked, due_at as due, decided_at as decided, ground, answer`

export const requestView = <T extends Row>({ asked, due, decided, ...row }: T) => ({
  ...row,
  asked_at: asked.toISOString(),
  due_at: due.toISOString(),
  decided_at: decided?.toISOString() ?? null,
})

/** The newest first. */
export async function listDataRequests(db: Queryable, memberId: string): Promise<DataRequestsView> {
  const [rows, made] = await Promise.all([
    db.rows<Row>(
      sql`select ${requestColumns} from rights.requests where member_id = ${memberId} order by asked_at desc limit 50`,
    ),
    countCopies(db, memberId),
  ])
  const { hours, copiesPerDay } = settings.rights
  return { requests: rows.map(requestView), hours, copies_left: Math.max(0, copiesPerDay - made) }
}

/** Copies of the last 24 hours. */
export async function countCopies(db: Queryable, memberId: string): Promise<number> {
  const row = await db.row<{ made: number }>(sql`select count(*)::int as made from rights.requests
    where member_id = ${memberId} and kind = 'access' and asked_at > now() - interval '1 day'`)
  return row?.made ?? 0
}

/** Everything but copies that was asked in the last 24 hours. */
export async function countAsked(db: Queryable, memberId: string): Promise<number> {
  const row = await db.row<{ asked: number }>(sql`select count(*)::int as asked from rights.requests
    where member_id = ${memberId} and kind <> 'access' and asked_at > now() - interval '1 day'`)
  return row?.asked ?? 0
}
