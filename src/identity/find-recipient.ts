/** Whom a member means by an e-mail address, a mobile number or a code. */
import { type Queryable, sql } from '../db/database.ts'
import type { Destination } from './account-rules.ts'
import { showMemberCode } from './member-code-rules.ts'

export type Recipient = { id: string; name: string }

/** The member of the store who is reached there; undefined where there is none, or none any more. */
export const findRecipient = (
  db: Queryable,
  store: string,
  { destination }: Destination,
): Promise<Recipient | undefined> =>
  db.row(sql`
    select id, name from identity.members
    where (email = ${destination} or mobile = ${destination}) and store = ${store} and closed_at is null`)

/** The member of the store who has this code; undefined where there is none, or none any more. */
export const findByCode = (db: Queryable, store: string, code: string): Promise<Recipient | undefined> =>
  db.row(sql`select id, name from identity.members where code = ${code} and store = ${store} and closed_at is null`)

export const nameOf = async (db: Queryable, memberId: string): Promise<string> =>
  (await db.row<{ name: string }>(sql`select name from identity.members where id = ${memberId}`))?.name ?? ''

/** By their ids: a list reads them together. */
export async function namesOf(db: Queryable, memberIds: readonly string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db.rows<Recipient>(
    sql`select id, name from identity.members where id = any(${[...memberIds]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The code by which others name a member, as it is shown. */
export const shownCodeOf = async (db: Queryable, memberId: string): Promise<string> =>
  showMemberCode(
    (await db.row<{ code: string }>(sql`select code from identity.members where id = ${memberId}`))?.code ?? '',
  )
