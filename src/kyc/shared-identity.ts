/** Which members may be one person, as far as their papers say. */
import { type Queryable, sql } from '../db/database.ts'

type Sharing = { papers: string[]; names: string[] }

/** Of `others` those who told the same number of an identity paper as the member, and those of the same full name and day of birth beside. */
export async function sharingIdentity(db: Queryable, memberId: string, others: readonly string[]): Promise<Sharing> {
  const rows = await db.rows<{ id: string; paper: boolean }>(sql`
    select o.member_id as id, coalesce(o.number_hash = n.number_hash, false) as paper
    from kyc.real_names n join kyc.real_names o on o.number_hash = n.number_hash
      or (lower(o.full_name), o.birth_date) = (lower(n.full_name), n.birth_date)
    where n.member_id = ${memberId} and o.member_id = any(${[...others]}::uuid[])`)
  const of = (paper: boolean) => rows.filter((row) => row.paper === paper).map(({ id }) => id)
  return { papers: of(true), names: of(false) }
}
