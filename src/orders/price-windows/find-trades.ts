/** Trades of grams of a price window, their open quotes, and purchases that wait for their money (decision 0086). */
import { type Queryable, sql } from '../../db/database.ts'
import type { Currency, Minor, PricePerGram, Weight } from '../../money/money.ts'
import type { Sides } from '../../pricing/level-after.ts'
import { rightFigures } from '../../vault/price-choices/choice-rules.ts'
import { pricedTrades } from '../../vault/price-choices/priced-trades.ts'
import { priceOf, type Side } from '../../vault/trade-rules.ts'
import type { FoundSale, Window } from './find-sales.ts'
import { type TradeSaleKind, treatTrade } from './window-rules.ts'

type Row = {
  kind: TradeSaleKind
  id: string
  memberId: string
  currency: Currency
  side: Side
  sold: bigint
  soldAt: Date
  pricedAt: Date
  number: string | null
  total: bigint | null
  weight: Weight
  isThere: boolean
  now: Date
}

/** What the trades were priced by: the level that followed the window, and the one before it. */
type Known = {
  right: (row: Row) => Sides | undefined
  before: (row: Row) => Sides | undefined
  acceptedAt: (memberId: string) => Date | null
}

/** Oldest first. */
export async function listTrades(db: Queryable, { store, from, to }: Window): Promise<Row[]> {
  return db.rows<Row>(sql`
    select kind, s.id, member_id as "memberId", currency, side, sold, sold_at as "soldAt", priced_at as "pricedAt", number, total,
      weight_e4 as weight, is_there as "isThere", now() as now
    from (${pricedTrades(store, from)}) as s where priced_at >= ${from} and priced_at < ${to}
      and not exists (select from orders.window_sales w where w.kind = s.kind and w.sale_id = s.id)
    order by sold_at, s.id`)
}

/** Those of them that were off, each with what becomes of it now. */
export const judgeTrades = (rows: Row[], { levelAt, ...known }: Known & { levelAt: Date }): FoundSale[] =>
  rows.flatMap((row) => {
    const right = known.right(row)
    if (!right) return []
    const before = known.before(row)
    const rightPrice: PricePerGram = priceOf(row.side, right)
    const treatment = treatTrade(
      {
        kind: row.kind,
        ...{ soldAsk: row.sold, rightAsk: rightPrice, askBefore: before ? priceOf(row.side, before) : null },
        ...{ soldAt: row.soldAt, rightAt: levelAt },
        ...{ acceptedAt: known.acceptedAt(row.memberId), isThere: row.isThere },
      },
      row.now,
    )
    const { id, memberId, currency, sold: soldAsk, soldAt, number, total, kind } = row
    const rightTotal: Minor | null = total === null ? null : rightFigures(row.side, row.weight, right).amount
    const found = { kind, id, memberId, currency, soldAsk, soldAt, number, total, rightAsk: rightPrice, rightTotal }
    return treatment ? [{ ...found, ...treatment }] : []
  })
