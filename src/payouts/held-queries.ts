/** What this area holds about a member, for the copy that they may ask for: numbers by their end, null once destroyed. */
import { type Queryable, sql } from '../db/database.ts'
import { masked } from '../kyc/id-number-rules.ts'

export async function payoutsHeld(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<Record<string, unknown> & { number_end: string | null }>(sql`
    select store, kind, provider, holder, number_end, is_default, created_at, removed_at from payouts.destinations
    where member_id = ${memberId} order by created_at`)
  return rows.map(({ number_end: end, ...row }) => ({ ...row, number: end && masked(end) }))
}
