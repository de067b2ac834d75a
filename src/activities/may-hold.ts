/** Who may hold activities, and how many and how large: by their level and the limits of the store. */
import { type Queryable, sql } from '../db/database.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { settings } from '../settings.ts'
import { openStates } from './activity-rules.ts'

/** Verified members (decision 0128). */
export const mayHold = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await getLevel(db, memberId)).level >= 1

type Limits = { openActivities: number; participants: number }

/** The limits of a store that are in force. */
export async function limitsOf(db: Queryable, store: string): Promise<Limits> {
  const own = await db.row<Limits>(sql`
    select open_activities as "openActivities", participants from activities.limits
    where store = ${store} and valid_from <= now() order by valid_from desc, id desc limit 1`)
  return own ?? settings.activities.limits
}

/** Activities of a member that go on: submitted and not over. */
export async function countOpen(db: Queryable, memberId: string): Promise<number> {
  const row = await db.row<{ open: number }>(sql`
    select count(*)::int as open from activities.activities where member_id = ${memberId} and state = any(${[...openStates]}::text[])`)
  return row?.open ?? 0
}
