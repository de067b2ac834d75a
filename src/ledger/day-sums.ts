/** What a store's accounts were given and had taken, by kind, for each of its days: a range of the ledger, whatever its length. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { AccountKind, Asset } from './ledger-rules.ts'

export type DaySum = {
  /** A day of the store's zone, such as "2026-11-27". */
  day: string
  kind: AccountKind
  asset: Asset
  /** The sum of the legs that add to accounts of the kind, and of those that take from them; in the asset's smallest unit, neither below zero. */
  added: bigint
  taken: bigint
}
type Days = { store: string; timeZone: string; from: string; to: string }

const startOf = (day: Sql, timeZone: string): Sql => sql`((${day})::timestamp at time zone ${timeZone})`

/** Transfers of a store between the first moment of the day `from` and the end of the day `to`: all legs of one are of the day in which it was posted. */
const legsOf = ({ store, timeZone, from, to }: Days): Sql => sql`
  select to_char(t.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, t.id, a.kind, a.asset, leg.amount
  from ledger.transfers t cross join unnest(t.accounts, t.amounts) as leg(account_id, amount)
  join ledger.accounts a on a.id = leg.account_id and a.store = ${store}
  where t.created_at >= ${startOf(sql`${from}::date`, timeZone)} and t.created_at < ${startOf(sql`${to}::date + 1`, timeZone)}`

/** In the order of days; a day on which nothing was posted has no rows. */
export async function listDaySums(db: Queryable, days: Days): Promise<DaySum[]> {
  const rows = await db.rows<Omit<DaySum, 'added' | 'taken'> & { added: string; taken: string }>(sql`
    select day, kind, asset, coalesce(sum(amount) filter (where amount > 0), 0)::text as added,
      coalesce(-sum(amount) filter (where amount < 0), 0)::text as taken
    from (${legsOf(days)}) as leg group by day, kind, asset order by day, kind, asset`)
  return rows.map((row) => ({ ...row, added: BigInt(row.added), taken: BigInt(row.taken) }))
}

/** How many transfers each of these days has. */
export const countByDay = (db: Queryable, days: Days): Promise<{ day: string; transfers: number }[]> =>
  db.rows(sql`select day, count(distinct id)::int as transfers from (${legsOf(days)}) as leg group by day order by day`)
