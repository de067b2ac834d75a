/** Members as the house's own people look them up: contact data masked, found by the whole address and never by part of it. */
import { join, type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { readAccount } from './account-rules.ts'
import { maskEmail, maskMobile } from './masking-rules.ts'
import { readMemberCode } from './member-code-rules.ts'

type MemberFilter = {
  /** A part of the name, a whole e-mail address or mobile number, or an id. */
  q?: string | undefined
  store?: string | undefined
  state?: 'open' | 'frozen' | undefined
  sort?: 'name' | '-name' | 'since' | '-since' | undefined
}

type Row = {
  id: string
  name: string
  email: string | null
  mobile: string | null
  store: string
  language: string
  since: Date
  frozen: Date | null
  frozen_by: 'member' | 'staff' | null
  pin_locked: boolean
  seen: Date | null
}
type MemberSeen = {
  id: string
  name: string
  email: string | null
  mobile: string | null
  store: string
  language: string
  state: 'open' | 'frozen'
  frozen_by: 'member' | 'staff' | null
  pin_locked: boolean
  member_since: string
  last_seen_at: string | null
}

const seen = (row: Row): MemberSeen => ({
  id: row.id,
  name: row.name,
  email: row.email === null ? null : maskEmail(row.email),
  mobile: row.mobile === null ? null : maskMobile(row.mobile),
  store: row.store,
  language: row.language,
  state: row.frozen ? 'frozen' : 'open',
  frozen_by: row.frozen_by,
  pin_locked: row.pin_locked,
  member_since: row.since.toISOString(),
  last_seen_at: row.seen?.toISOString() ?? null,
})

const columns = sql`m.id, m.name, m.email, m.mobile, m.store, m.language, m.created_at as since, m.frozen_at as frozen,
  m.frozen_by, m.pin_locked_at is not null as pin_locked,
  (select max(last_used_at) from identity.sessions s where s.member_id = m.id) as seen`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const orders = {
  name: sql`lower(m.name), m.id`,
  '-name': sql`lower(m.name) desc, m.id`,
  since: sql`m.created_at, m.id`,
  '-since': sql`m.created_at desc, m.id`,
}

function where({ q, store, state }: MemberFilter) {
  const text = q?.trim() ?? ''
  const account = readAccount(text, 'ID')?.destination ?? null
  const other = readAccount(text, 'MY')?.destination ?? null
  const named = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return join(
    [
      sql`true`,
      ...(UUID.test(text)
        ? [sql`m.id = ${text}`]
        : text
          ? [sql`(m.name ilike ${named} or m.email in (${account}, ${other}) or m.mobile in (${account}, ${other}))`]
          : []),
      ...(store ? [sql`m.store = ${store}`] : []),
      ...(state ? [sql`(m.frozen_at is not null) = ${state === 'frozen'}`] : []),
    ],
    ' and ',
  )
}

export async function listMembers(
  db: Queryable,
  filter: MemberFilter,
  page: { page: number; size: number },
): Promise<{ total: number; rows: MemberSeen[] }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from identity.members m where ${where(filter)}`),
    db.rows<Row>(sql`select ${columns} from identity.members m where ${where(filter)}
      order by ${orders[filter.sort ?? '-since']}
      limit ${page.size}::int offset ${(page.page - 1) * page.size}::int`),
  ])
  return { total: count?.total ?? 0, rows: rows.map(seen) }
}

/** Until the transaction ends nobody else freezes, unfreezes or changes the member. */
export async function holdMember(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select id from identity.members where id = ${memberId} for no key update`)
}

/** The same, and nobody begins anything that names the member: what they were at is over. */
export async function holdMemberAlone(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select id from identity.members where id = ${memberId} for update`)
}

/** Refuses not_found. */
export async function getMember(db: Queryable, memberId: string): Promise<MemberSeen> {
  const row = await db.row<Row>(sql`select ${columns} from identity.members m where m.id = ${memberId}`)
  if (!row) throw new Refusal('not_found')
  return seen(row)
}

/** Contact data as it is. Whoever reads it says why, in the same transaction. Refuses not_found. */
export async function getContactData(
  db: Queryable,
  memberId: string,
): Promise<{ email: string | null; mobile: string | null }> {
  const row = await db.row<{ email: string | null; mobile: string | null }>(
    sql`select email, mobile from identity.members where id = ${memberId}`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** The member's living sessions, by last use. */
export async function listMemberSessions(
  db: Queryable,
  memberId: string,
): Promise<{ id: string; device: string; address: string; created_at: string; last_used_at: string }[]> {
  const rows = await db.rows<{ id: string; device: string; address: string; created: Date; used: Date }>(sql`
    select id, device, address, created_at as created, last_used_at as used from identity.sessions
    where member_id = ${memberId} and ended_at is null and expires_at > now()
      and last_used_at > now() - make_interval(secs => ${settings.session.idleSeconds}::int)
    order by last_used_at desc limit 100`)
  return rows.map(({ created, used, ...rest }) => ({
    ...rest,
    created_at: created.toISOString(),
    last_used_at: used.toISOString(),
  }))
}

/** A few members: by the whole e-mail address, mobile number or code, or by the beginning of their name. Contact data masked. */
export async function findMembersBegin(
  db: Queryable,
  typed: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> {
  const account = readAccount(typed, 'ID')?.destination ?? null
  const other = readAccount(typed, 'MY')?.destination ?? null
  const begins = `${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows<{
    id: string
    title: string
    email: string | null
    mobile: string | null
    store: string
  }>(sql`
    select id, name as title, email, mobile, store from identity.members where id in (
      (select id from identity.members where email in (${account}, ${other}) or mobile in (${account}, ${other}) or code = ${readMemberCode(typed)} limit 8)
      union (select id from identity.members where lower(name) like ${begins} and closed_at is null order by lower(name), id limit 8)
    ) and closed_at is null order by lower(name), id limit 8`)
  return rows.map(({ email, mobile, ...row }) => ({
    ...row,
    below: email ? maskEmail(email) : mobile ? maskMobile(mobile) : '',
  }))
}
