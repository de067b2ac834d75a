/** Which members may be one person, as far as their papers say. */
import { type Queryable, sql } from '../db/database.ts'

/** Of `others` those who told the same number of an identity paper as the member, or the same full name and day of birth. */
export async function sharingIdentity(db: Queryable, memberId: string, others: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select o.member_id as id from kyc.real_names n join kyc.real_names o on o.number_hash = n.number_hash
      or (lower(o.full_name), o.birth_date) = (lower(n.full_name), n.birth_date)
    where n.member_id = ${memberId} and o.member_id = any(${[...others]}::uuid[])`)
  return rows.map(({ id }) => id)
}
