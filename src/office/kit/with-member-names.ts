import type { Queryable } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'

/** A page of rows, each with its member's name beside their id. */
export async function withMemberNames<Row extends { member: string }>(
  db: Queryable,
  { total, rows }: { total: number; rows: Row[] },
) {
  const names = await namesOfMembers(
    db,
    rows.map(({ member }) => member),
  )
  return { total, rows: rows.map((row) => ({ ...row, member: names.get(row.member) ?? '', member_id: row.member })) }
}
