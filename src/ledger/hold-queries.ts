/** What holds say about a member. */
import { type Queryable, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'

/** For the copy that they may ask for; amounts in the smallest unit of the asset, as `gold_and_money` beside it. */
export const holdsOf = (db: Queryable, memberId: string) =>
  db.rows(sql`
    select store, asset, amount, purpose, state, used, placed_at, expires_at, resolved_at from ledger.holds
    where member_id = ${memberId} order by placed_at, id`)

/** What of a member's money is set aside for a purpose now, in minor units. */
export async function heldFor(
  db: Queryable,
  { memberId, store, currency }: { memberId: string; store: string; currency: Currency },
  purpose: string,
): Promise<bigint> {
  const row = await db.row<{ held: bigint }>(sql`
    select coalesce(sum(amount), 0)::bigint as held from ledger.holds
    where member_id = ${memberId} and store = ${store} and asset = ${currency} and purpose = ${purpose} and state = 'placed'`)
  return row?.held ?? 0n
}
