/** What this area holds about a member, for the copy that they may ask for. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, type Minor, moneyText, type Weight, weightText } from '../money/money.ts'

type Row = Record<string, unknown> & { currency: Currency; price: Minor; amount: Minor; grams: Weight }

export async function heldByVault(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [places, trades] = await Promise.all([
    db.rows(sql`select store, opened_at from vault.holders where member_id = ${memberId} order by opened_at`),
    db.rows<Row>(sql`
      select number, store, side, currency, price_minor as price, weight_e4 as grams, amount_minor as amount, made_at from vault.trades
      where member_id = ${memberId} order by made_at, id`),
  ])
  const readable = trades.map(({ price, amount, grams, ...trade }) => ({
    ...trade,
    price: moneyText(price, trade.currency),
    amount: moneyText(amount, trade.currency),
    grams: weightText(grams),
  }))
  return { opened: places, trades: readable }
}
