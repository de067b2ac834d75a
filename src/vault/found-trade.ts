import { type Queryable, sql } from '../db/database.ts'

type Wanted = {
  memberId: string
  store: string
  since: Date
  until: Date
  weight: bigint | null
  amount: bigint | null
}

/** Purchases of exactly so many grams, or for exactly so much money, that a member made in a time; the oldest first. */
export const findGramsBought = (db: Queryable, wanted: Wanted): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select id from vault.trades where member_id = ${wanted.memberId} and store = ${wanted.store} and side = 'buy'
      and made_at between ${wanted.since} and ${wanted.until}
      and (weight_e4 = ${wanted.weight}::bigint or amount_minor = ${wanted.amount}::bigint) order by made_at, id limit 10`)
