/** What holds say about a member, for the copy that they may ask for. */
import { type Queryable, sql } from '../db/database.ts'

/** Amounts in the smallest unit of the asset, as `gold_and_money` beside it. */
export const holdsOf = (db: Queryable, memberId: string) =>
  db.rows(sql`
    select store, asset, amount, purpose, state, used, placed_at, expires_at, resolved_at from ledger.holds
    where member_id = ${memberId} order by placed_at, id`)
