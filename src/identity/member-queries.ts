/** Members and their sessions, read. */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Destination } from './account-rules.ts'
import type { SessionsView, UserInfoView } from './contract.ts'

export type Credentials = { id: string; passwordHash: string; frozenByMember: boolean; knownDevice: boolean }

/** The member who signs in with an e-mail address or mobile number, and whether they are known in this browser. */
export const findCredentials = (
  db: Queryable,
  { destination }: Destination,
  deviceHash: Buffer | null,
): Promise<Credentials | undefined> =>
  db.row(sql`
    select id, password_hash as "passwordHash", coalesce(frozen_by = 'member', false) as "frozenByMember",
      exists (select from identity.devices d where d.member_id = m.id and d.token_hash = ${deviceHash} and d.ended_at is null
        and d.last_used_at > now() - make_interval(days => ${settings.devices.keepDays}::int)) as "knownDevice"
    from identity.members m where email = ${destination} or mobile = ${destination}`)

export type Contact = {
  destination: string
  channel: 'email' | 'sms'
  language: string
  store: string
  memberId: string
}

/**
 * Where a member is reached, in which language, and whose store's member they are. It names the member, so that a letter that is
 * written after their account was closed is left out. Refuses not_found.
 */
export async function findContact(db: Queryable, memberId: string): Promise<Contact> {
  return readContact(
    memberId,
    await db.row<KeptContact>(sql`select email, mobile, language, store from identity.members where id = ${memberId}`),
  )
}

export type KeptContact = { email: string | null; mobile: string | null; language: string; store: string }
/** The same as an SQL expression of type json, null without a member; `readContact` reads it. */
export const contactOf = (memberId: Sql): Sql => sql`
  (select json_build_object('email', email, 'mobile', mobile, 'language', language, 'store', store) from identity.members where id = ${memberId})`

export function readContact(memberId: string, member: KeptContact | null | undefined): Contact {
  const destination = member?.email ?? member?.mobile
  if (!member) throw new Refusal('not_found')
  if (!destination) throw new Error('this member cannot be reached')
  const { language, store } = member
  return { destination, channel: member.email ? 'email' : 'sms', language, store, memberId }
}

/** The e-mail address of a member, as an SQL expression; null without one. */
export const emailOf = (memberId: string): Sql => sql`(select email from identity.members where id = ${memberId})`

/** Whether somebody has signed up with this e-mail address. */
export const isEmailOfMember = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.row(sql`select 1 as one from identity.members where email = ${email}`)) !== undefined

/** In which language a member of the store reads; undefined for nobody of it, or nobody any more. */
export const findLanguageOf = async (db: Queryable, store: string, memberId: string): Promise<string | undefined> =>
  (
    await db.row<{ language: string }>(
      sql`select language from identity.members where id = ${memberId} and store = ${store} and closed_at is null`,
    )
  )?.language

/** Whether an account is closed; it stays as it is until the transaction ends. */
export const isClosed = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await tx.row(sql`
    select 1 as one from identity.members where id = ${memberId} and closed_at is null for key share`)) === undefined

/** Whether an account is frozen, by its member or by staff; one that is closed is. */
export const isFrozen = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.row(sql`select 1 as one from identity.members where id = ${memberId} and frozen_at is null`)) === undefined

/** The same, and it stays so until the transaction ends. */
export const isFrozenNow = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await tx.row(sql`
    select 1 as one from identity.members where id = ${memberId} and frozen_at is null for share`)) === undefined

type MemberRow = Omit<UserInfoView, 'member_since' | 'outgoing_paused_until'> & {
  member_since: Date
  pausedUntil: Date | null
}

/** What a member sees about themselves, and what the browser keeps as `userInfo`. */
export async function getUserInfo(db: Queryable, memberId: string): Promise<UserInfoView> {
  const row = await db.row<MemberRow>(sql`
    select id, name, email, mobile, store, language, pin_hash is not null as has_pin,
      pin_locked_at is not null as pin_locked, created_at as member_since,
      (select max(ends_at) from identity.outgoing_pauses p where p.member_id = m.id and ends_at > clock_timestamp()) as "pausedUntil"
    from identity.members m where id = ${memberId}`)
  if (!row) throw new Refusal('not_found')
  const { pausedUntil, member_since: since, ...rest } = row
  return {
    ...rest,
    member_since: since.toISOString(),
    outgoing_paused_until: pausedUntil ? pausedUntil.toISOString() : null,
  }
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
