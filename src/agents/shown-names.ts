/** What of a client's name their agent sees: as the client chooses. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'

/** By the member's id: the whole name of who shows it, a masked one of everybody else. */
export async function shownNames(db: Queryable, memberIds: readonly string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const ids = [...new Set(memberIds)]
  const [names, showing] = await Promise.all([
    namesOf(db, ids),
    db.rows<{ id: string }>(
      sql`select member_id as id from agents.client_choices where shows_name and member_id = any(${ids}::uuid[])`,
    ),
  ])
  const shows = new Set(showing.map(({ id }) => id))
  return new Map(
    ids.map((id) => [id, shows.has(id) ? (names.get(id) ?? '–') : maskName(names.get(id) ?? '–')] as const),
  )
}
