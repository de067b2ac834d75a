/** What a member has proven, read. */
import { type Queryable, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { foldSetting } from '../stores/setting-rules.ts'
import { currencyOf, settingOf } from '../stores/stores.ts'
import { type Approved, type Level, type LevelLimits, levelLimits, type Step, steps } from './level-rules.ts'

type LevelRow = { level: number | null; approved: Step[] }
const levelOf = (
  memberId: string,
) => sql`(select coalesce(override, level)::int from kyc.levels where member_id = ${memberId}) as level,
      array(select subject from kyc.reviews where member_id = ${memberId} and state = 'approved') as approved`

/** The level that counts for a member, and what of it they have proven themselves. */
export const getLevel = async (db: Queryable, memberId: string): Promise<{ level: Level; approved: Approved }> =>
  viewLevel(await db.row<LevelRow>(sql`select ${levelOf(memberId)}`))

/** The same, with what each level may do in a store at this moment. */
export async function getStanding(
  db: Queryable,
  { memberId, store }: { memberId: string; store: string },
): Promise<{ level: Level; approved: Approved; limits: LevelLimits }> {
  const [own, said] = [currencyOf(sql`${store}`), settingOf(sql`${store}`, 'members')]
  const row = await db.row<LevelRow & { own: Currency | null; said: object | null }>(
    sql`select ${levelOf(memberId)}, ${own} as own, ${said} as said`,
  )
  if (!row?.own) throw new Error(`there is no store ${store}`)
  return { ...viewLevel(row), limits: levelLimits(foldSetting('members', [row.said ?? {}]), row.own) }
}

function viewLevel(known: LevelRow | undefined): { level: Level; approved: Approved } {
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
