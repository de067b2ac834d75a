/** Names of the staff by id, for timelines and lists. */
import { type Queryable, sql } from '../db/database.ts'

export async function namesOfStaff(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select id, name from staff.people where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How a timeline calls who moved something, by its actor: the member by their name, one of the staff by theirs, the house by its own. */
export async function namesOfActors(
  db: Queryable,
  actors: readonly string[],
): Promise<(actor: string, member: string) => string> {
  const idOf = (actor: string) => actor.slice('staff:'.length)
  const staff = await namesOfStaff(db, actors.filter((actor) => actor.startsWith('staff:')).map(idOf))
  return (actor, member) => (actor.startsWith('member:') ? member : (staff.get(idOf(actor)) ?? 'Karat'))
}
