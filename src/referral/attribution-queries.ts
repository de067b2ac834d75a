/** Who came by whom. */
import { type Queryable, sql } from '../db/database.ts'

type Came = { memberId: string; at: Date; kind: 'agent' | 'activity' }

/** Members who came by the links of an agent, or of their activities, with a store; the newest first. */
export const listClients = (db: Queryable, { ownerId, store }: { ownerId: string; store: string }): Promise<Came[]> =>
  db.rows<Came>(sql`
    select member_id as "memberId", at, kind from referral.attributions
    where owner_id = ${ownerId} and store = ${store} and kind in ('agent', 'activity') order by at desc, member_id`)

/** How many those are. */
export async function countClients(
  db: Queryable,
  { ownerId, store }: { ownerId: string; store: string },
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from referral.attributions
    where owner_id = ${ownerId} and store = ${store} and kind in ('agent', 'activity')`)
  return row?.count ?? 0
}

/** By which agent a member came: whose link or activity; null where by none. */
export async function agentOf(db: Queryable, memberId: string): Promise<{ ownerId: string; store: string } | null> {
  const row = await db.row<{ ownerId: string; store: string }>(sql`
    select owner_id as "ownerId", store from referral.attributions
    where member_id = ${memberId} and kind in ('agent', 'activity')`)
  return row ?? null
}
