/** Members and their sessions, read. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Destination } from './account-rules.ts'
import type { SessionsView, UserInfoView } from './contract.ts'

export type Credentials = { id: string; passwordHash: string; language: string; knownAddress: boolean }

/** The member who signs in with an e-mail address or mobile number, and whether they have done so from `address` before. */
export const findCredentials = (
  db: Queryable,
  { destination }: Destination,
  address: string,
): Promise<Credentials | undefined> =>
  db.row(sql`
    select id, password_hash as "passwordHash", language,
      exists (select from identity.sessions s where s.member_id = m.id and s.address = ${address}) as "knownAddress"
    from identity.members m where email = ${destination} or mobile = ${destination}`)

export type Contact = { destination: string; channel: 'email' | 'sms'; language: string }

/** Where a member is reached, and in which language. */
export async function findContact(db: Queryable, memberId: string): Promise<Contact> {
  const member = await db.row<{ email: string | null; mobile: string | null; language: string }>(sql`
    select email, mobile, language from identity.members where id = ${memberId}`)
  const destination = member?.email ?? member?.mobile
  if (!member || !destination) throw new Error('this member cannot be reached')
  return { destination, channel: member.email ? 'email' : 'sms', language: member.language }
}

type MemberRow = Omit<UserInfoView, 'member_since'> & { member_since: Date }

/** What a member sees about themselves, and what the browser keeps as `userInfo`. */
export async function getUserInfo(db: Queryable, memberId: string): Promise<UserInfoView> {
  const row = await db.row<MemberRow>(sql`
    select id, name, email, mobile, store, language, pin_hash is not null as has_pin,
      pin_locked_at is not null as pin_locked, created_at as member_since
    from identity.members where id = ${memberId}`)
  if (!row) throw new Refusal('not_found')
  return { ...row, member_since: row.member_since.toISOString() }
}

type SessionRow = { id: string; device: string; address: string; createdAt: Date; lastUsedAt: Date; expiresAt: Date }

/** The member's living sessions, the one that asks first, then by last use. */
export async function listSessions(db: Queryable, memberId: string, currentId: string): Promise<SessionsView> {
  const rows = await db.rows<SessionRow>(sql`
    select id, device, address, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from identity.sessions
    where member_id = ${memberId} and ended_at is null and expires_at > now()
      and last_used_at > now() - make_interval(secs => ${settings.session.idleSeconds})
    order by id = ${currentId} desc, last_used_at desc`)
  return {
    sessions: rows.map(({ id, device, address, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      device,
      address,
      is_current: id === currentId,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
  }
}
