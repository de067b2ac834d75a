/** Which members are paid to one account. */
import { type Queryable, sql } from '../db/database.ts'

/** Of `others` those who have, or had, an account of the member's as theirs. */
export async function sharingAccount(db: Queryable, memberId: string, others: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct o.member_id as id from payouts.destinations d
    join payouts.destinations o on (o.provider, o.number_hash) = (d.provider, d.number_hash)
    where d.member_id = ${memberId} and o.member_id = any(${[...others]}::uuid[])`)
  return rows.map(({ id }) => id)
}
