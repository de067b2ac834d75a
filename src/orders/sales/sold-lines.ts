/** Sales as they were booked, line by line. */
import { type Queryable, sql } from '../../db/database.ts'
import type { PricePerGram } from '../../money/money.ts'
import { shareSale } from './line-share-rules.ts'
import type { Sale, SoldLine } from './sale-rules.ts'

/** `reference`: as the ledger names the sale. */
type SoldPart = Sale & { reference: string; productId: number; name: Record<string, string> }
type Row = SoldLine &
  Omit<SoldPart, keyof Sale> & { ask: PricePerGram } & Record<'goldSum' | 'premiumSum' | 'makingSum', bigint>

/** The lines of these sales; together they are what was booked, to the unit. A reference without a sale has none. */
export async function listSoldParts(db: Queryable, references: readonly string[]): Promise<SoldPart[]> {
  const rows = await db.rows<Row>(sql`
    select s.order_id || ':' || s.number as reference, s.gold_minor as "goldSum", s.premium_minor as "premiumSum", s.making_minor as "makingSum",
      o.ask_minor as ask, l.product_id as "productId", l.name, l.quantity, l.fine_weight_e4 as "fineWeight", l.premium_bps as "premiumBps",
      l.tier_bps as "tierBps", l.making_minor as making, l.in_grams as "inGrams"
    from unnest(${references.map((one) => one.split(':')[0])}::uuid[], ${references.map((one) => one.split(':')[1])}::int[]) as asked(order_id, number)
    join orders.sales s on s.order_id = asked.order_id and s.number = asked.number
    join orders.orders o on o.id = s.order_id join orders.lines l on l.order_id = s.order_id order by 1, l.position`)
  return [...Map.groupBy(rows, ({ reference }) => reference).values()].flatMap((lines) => {
    const [first] = lines
    if (!first) return []
    const sale = { gold: first.goldSum, premium: first.premiumSum, making: first.makingSum }
    const shares = shareSale(sale, first.ask, lines)
    return lines.map(({ reference, productId, name }, at) => ({
      ...{ reference, productId, name, ...(shares[at] ?? sale) },
    }))
  })
}
