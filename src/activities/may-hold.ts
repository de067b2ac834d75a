/** Who may hold activities, and how many and how large: agents of the store, within its limits. */
import { isAgent } from '../agents/agent-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { settings } from '../settings.ts'
import { type ActivityState, draftStates, openStates } from './activity-rules.ts'

/** Agents of the store whose level is still that of an agent (product.md §8, decision 0128). */
export async function mayHold(db: Queryable, who: { memberId: string; store: string }): Promise<boolean> {
  const [agent, { level }] = await Promise.all([isAgent(db, who), getLevel(db, who.memberId)])
  return agent && level >= settings.agents.level
}

export type Limits = { openActivities: number; drafts: number; participants: number; waiting: number }

/** The limits of a store that are in force. */
export async function limitsOf(db: Queryable, store: string): Promise<Limits> {
  const own = await db.row<Limits>(sql`
    select open_activities as "openActivities", drafts, participants, waiting from activities.limits
    where store = ${store} and valid_from <= now() order by valid_from desc, id desc limit 1`)
  return own ?? settings.activities.limits
}

/** Activities of a member that go on: submitted and not over. */
export const countOpen = (db: Queryable, memberId: string): Promise<number> => countIn(db, memberId, openStates)
/** What a member has written and not handed in. */
export const countDrafts = (db: Queryable, memberId: string): Promise<number> => countIn(db, memberId, draftStates)

async function countIn(db: Queryable, memberId: string, states: readonly ActivityState[]): Promise<number> {
  const row = await db.row<{ open: number }>(sql`
    select count(*)::int as open from activities.activities where member_id = ${memberId} and state = any(${[...states]}::text[])`)
  return row?.open ?? 0
}
