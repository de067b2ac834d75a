/** Which accounts were used in one browser, as far as its token tells. */
import { type Queryable, sql, type Tx } from '../db/database.ts'

/** Somebody signs in where the token of another account is kept. */
export const noteSharedBrowser = (tx: Tx, memberId: string, tokenHash: Buffer): Promise<number> =>
  tx.run(sql`
    insert into identity.shared_browsers (member_id, other_id)
    select ${memberId}, member_id from identity.devices where token_hash = ${tokenHash} and member_id <> ${memberId} on conflict do nothing`)

/** Of `others` those who were signed in in a browser of the member's, or they in one of theirs. */
export async function sharingDevice(db: Queryable, memberId: string, others: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select other_id as id from identity.shared_browsers where member_id = ${memberId} and other_id = any(${[...others]}::uuid[])
    union select member_id from identity.shared_browsers where other_id = ${memberId} and member_id = any(${[...others]}::uuid[])`)
  return rows.map(({ id }) => id)
}
