/** What somebody was told, of what they may know now. */
import { join, type Queryable, type Sql, sql } from '../../db/database.ts'
import type { Staff } from '../door.ts'
import { type NoticeKind, noticeKinds, type Saying, usualChoice } from './notice-rules.ts'

type Row = {
  id: string
  kind: NoticeKind
  said: Saying
  subjectId: string
  number: string
  store: string | null
  permission: string
  happened: Date
  read: boolean
  over: boolean
}
type Filter = { kind?: NoticeKind | undefined; state?: 'unread' | undefined; page: number; size: number }

/** Roles that were taken away take their notices along. */
export const theirs = ({ id, may }: Staff): Sql =>
  sql`person_id = ${id} and in_office and permission = any(${[...may]}::text[])`
export const isUnread = sql`read_at is null and over_at is null`

/** The newest first. */
export async function listNotices(
  db: Queryable,
  staff: Staff,
  { kind, state, page, size }: Filter,
): Promise<{ total: number; rows: Row[] }> {
  const where = join([theirs(staff), ...(kind ? [sql`kind = ${kind}`] : []), ...(state ? [isUnread] : [])], ' and ')
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from staff.notices where ${where}`),
    db.rows<Row>(sql`
      select id, kind, said, subject_id as "subjectId", number, store, permission, happened_at as happened,
        read_at is not null as read, over_at is not null as over
      from staff.notices where ${where} order by happened_at desc, id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows }
}

/** At most 100 are counted: a bell says no more than that. */
export async function countUnread(db: Queryable, staff: Staff): Promise<number> {
  const row = await db.row<{ unread: number }>(sql`select count(*)::int as unread
    from (select from staff.notices where ${theirs(staff)} and ${isUnread} limit 100) few`)
  return row?.unread ?? 0
}

export async function readChoices(db: Queryable, { id }: Staff) {
  const rows = await db.rows<{ kind: NoticeKind; in_office: boolean; by_mail: boolean }>(
    sql`select kind, in_office, by_mail from staff.notice_choices where person_id = ${id}`,
  )
  const own = new Map(rows.map((row) => [row.kind, row]))
  return noticeKinds.map((kind) => own.get(kind) ?? { kind, ...usualChoice[kind] })
}
