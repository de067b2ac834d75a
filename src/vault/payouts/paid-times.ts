/** How long withdrawals really took. */
import { type Queryable, sql } from '../../db/database.ts'

/** How many, and the minutes that half of them and nine of ten took at most; null where there were none. */
type PaidTimes = { count: number; half: number | null; most: number | null }

/** Of withdrawals of a store that were asked for within so many days and paid. */
export async function readPaidTimes(db: Queryable, store: string, days: number): Promise<PaidTimes> {
  const row = await db.row<PaidTimes>(sql`
    with took as (
      select extract(epoch from paid_at - requested_at) / 60 as minutes from vault.payouts
      where store = ${store} and state = 'paid' and requested_at >= now() - make_interval(days => ${days}::int))
    select count(*)::int as count, ceil(percentile_cont(0.5) within group (order by minutes))::int as half,
      ceil(percentile_cont(0.9) within group (order by minutes))::int as most from took`)
  return row ?? { count: 0, half: null, most: null }
}
