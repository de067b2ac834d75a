/**
 * Letters about notices: the first of a kind leaves with the next round, what comes within the hour after it waits for one letter together,
 * and what was read in the office meanwhile, or is over, is left out.
 */
import { type Db, type Queryable, sql, type Tx } from '../../db/database.ts'
import { goThrough } from '../../db/in-steps.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { DEFAULT_STORE } from '../../stores/stores.ts'
import { permissionsOf, type Role } from '../permission-rules.ts'
import type { NoticeKind, Saying } from './notice-rules.ts'

type Told = { said: Saying; number: string }
/** How a letter says it, in the language of its reader. */
export type Wording = {
  one: (notice: Told, language: string) => string
  kind: (kind: NoticeKind, language: string) => string
  more: (n: number, language: string) => string
}

const HOUR_SECONDS = 3600
const MOST_LINES = 20
const waits = sql`by_mail and mailed_at is null and read_at is null and over_at is null`

type Due = { personId: string; kind: NoticeKind }

/** How many letters were written. `link` leads to the notices. */
export async function mailNotices(db: Db, link: string, wording: Wording): Promise<number> {
  const due = await db.rows<Due>(sql`
    select distinct person_id as "personId", kind from staff.notices n where ${waits} and not exists (
      select from staff.notice_letters l where l.person_id = n.person_id and l.kind = n.kind
        and l.written_at > now() - make_interval(secs => ${HOUR_SECONDS}))`)
  return goThrough(due, (one) => db.transaction((tx) => writeLetter(tx, one, link, wording)))
}

/**
 * Of any number of instances one takes what waits, and with it the hour; where nothing is left to write the hour stays free. Whoever reads or
 * ends a notice meanwhile waits for nothing of this: that notice is left to the next round.
 */
async function writeLetter(tx: Tx, due: Due, link: string, wording: Wording): Promise<number> {
  const { personId, kind } = due
  const person = await findReader(tx, personId)
  const told = await holdNotices(tx, due, person?.may ?? [])
  const at = told.length > 0 ? await takeHour(tx, due) : null
  if (!person || !at) return 0
  await tx.run(sql`update staff.notices set mailed_at = now() where id = any(${told.map(({ id }) => id)}::uuid[])`)
  const { email: destination, language } = person
  const lines = told.slice(0, MOST_LINES).map((notice) => wording.one(notice, language))
  if (told.length > MOST_LINES) lines.push(wording.more(told.length - MOST_LINES, language))
  const what = told.length === 1 ? (lines[0] ?? '') : `${wording.kind(kind, language)} (${told.length})`
  await queueMail(tx, {
    ...{ destination, channel: 'email', language, store: DEFAULT_STORE, template: 'staff_notices' },
    values: { what, list: lines.join('\n\n'), link },
    onceKey: `staff_notices:${personId}:${kind}:${at.toISOString()}`,
  })
  return 1
}

/** Whoever they are now, and what they may. */
async function findReader(db: Queryable, personId: string) {
  const row = await db.row<{ email: string; language: string; roles: Role[] }>(
    sql`select email, language, roles from staff.people where id = ${personId} and disabled_at is null`,
  )
  return row && { ...row, may: [...permissionsOf(row.roles)] as string[] }
}

/** What waits and they may know, held; what they may know no longer waits no more. */
async function holdNotices(tx: Tx, { personId, kind }: Due, may: string[]): Promise<(Told & { id: string })[]> {
  const theirs = sql`person_id = ${personId} and kind = ${kind} and ${waits}`
  const held = await tx.rows<Told & { id: string; permission: string }>(sql`
    select id, said, number, permission from staff.notices where ${theirs} order by happened_at, id for update skip locked`)
  const forbidden = held.filter(({ permission }) => !may.includes(permission)).map(({ id }) => id)
  if (forbidden.length > 0)
    await tx.run(sql`update staff.notices set mailed_at = now() where id = any(${forbidden}::uuid[])`)
  return held.filter(({ permission }) => may.includes(permission))
}

/** When it was taken; null where a letter of this kind left within the hour. */
async function takeHour(tx: Tx, { personId, kind }: Due): Promise<Date | null> {
  const taken = await tx.row<{ at: Date }>(sql`
    insert into staff.notice_letters (person_id, kind) values (${personId}, ${kind})
    on conflict (person_id, kind) do update set written_at = clock_timestamp()
      where staff.notice_letters.written_at <= now() - make_interval(secs => ${HOUR_SECONDS}) returning written_at as at`)
  return taken?.at ?? null
}
