/** What open limit orders have set aside of a member, and what is told of all of theirs in the copy of their data. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, type Minor, moneyText, type Weight, weightText } from '../../money/money.ts'
import type { Holder } from '../holder.ts'

/** Money in minor units, gold in units of 0.0001 g. */
export async function heldForLimits(
  db: Queryable,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
): Promise<{ cash: bigint; gold: bigint }> {
  const row = await db.row<{ cash: bigint; gold: bigint }>(sql`
    select coalesce(sum(reserved) filter (where side = 'buy'), 0)::bigint as cash,
      coalesce(sum(reserved) filter (where side = 'sell'), 0)::bigint as gold
    from vault.limit_orders where member_id = ${memberId} and store = ${store} and state = 'open'`)
  return row ?? { cash: 0n, gold: 0n }
}

type Row = Record<string, unknown> & { currency: Currency; grams: Weight | null; amount: Minor | null; limit: Minor }

export async function heldLimits(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<Row>(sql`
    select number, store, currency, side, weight_e4 as grams, amount_minor as amount, limit_minor as "limit", state, because, waits_for, placed_at,
      ends_at, ended_at
    from vault.limit_orders where member_id = ${memberId} order by placed_at, id`)
  return rows.map(({ currency, grams, amount, limit, ...row }) => ({
    ...{ ...row, currency, limit: moneyText(limit, currency) },
    grams: grams === null ? null : weightText(grams),
    amount: amount === null ? null : moneyText(amount, currency),
  }))
}
