/** What a member has proven, read. */
import { type Queryable, sql } from '../db/database.ts'
import { type Approved, type Level, type Step, steps } from './level-rules.ts'

/** The level that counts for a member, and what of it they have proven themselves. */
export async function getLevel(db: Queryable, memberId: string): Promise<{ level: Level; approved: Approved }> {
  const known = await db.row<{ level: number | null; approved: Step[] }>(sql`
    select (select coalesce(override, level)::int from kyc.levels where member_id = ${memberId}) as level,
      array(select subject from kyc.reviews where member_id = ${memberId} and state = 'approved') as approved`)
  const done = new Set(known?.approved)
  const approved = Object.fromEntries(steps.map((step) => [step, done.has(step)])) as Approved
  return { level: (known?.level ?? 0) as Level, approved }
}

/** The levels that count, by member; nobody who was never verified stands there. */
export async function levelsOf(db: Queryable, memberIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; level: number }>(sql`
    select member_id as id, coalesce(override, level)::int as level from kyc.levels where member_id = any(${[...memberIds]}::uuid[])`)
  return new Map(rows.map(({ id, level }) => [id, level]))
}
