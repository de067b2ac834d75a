/** What trades of grams brought the house beside their price at spot. */
import { type Queryable, sql } from '../db/database.ts'

/** Minor units; of a trade that was undone what went back again, of one at another price the difference. */
type TradeResult = { reference: string; kind: string; spread: bigint; rounding: bigint }

/** `ids` are of trades; each has a row for its trade, and one more where it was undone or repriced. */
export const listTradeResults = (db: Queryable, ids: readonly string[]): Promise<TradeResult[]> =>
  db.rows<TradeResult>(sql`
    select t.id as reference, case t.side when 'buy' then 'gold_bought' else 'gold_sold' end as kind, t.spread_minor as spread,
      t.rounding_minor as rounding from vault.trades t where t.id = any(${[...ids]}::uuid[])
    union all
    select t.id, case c.state when 'undone' then 'trade_undone' else 'trade_repriced' end,
      case c.state when 'undone' then 0 else c.spread_minor end - t.spread_minor,
      case c.state when 'undone' then 0 else c.rounding_minor end - t.rounding_minor
    from vault.price_choices c join vault.trades t on t.id = c.trade_id
    where t.id = any(${[...ids]}::uuid[]) and c.state in ('undone', 'repriced')`)
