/** What a member has to choose: trades that were made at a wrong price. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, type Minor, minor, moneyText, type Weight, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { currencyOf } from '../../stores/stores.ts'
import { balancesOf, type Holder } from '../holder.ts'
import type { Side } from '../trade-rules.ts'
import { mayBuyWith } from '../uncleared.ts'
import type { PriceChoicesView } from './choice-contract.ts'
import { duePay } from './choice-rules.ts'

type Row = {
  id: string
  number: string
  side: Side
  currency: Currency
  weight: Weight
  amount: Minor
  right: Minor
  price: Minor
  madeAt: Date
  until: Date
}

/** The oldest first. */
export const listOpenChoices = (db: Queryable, { memberId, store }: Pick<Holder, 'memberId' | 'store'>) =>
  db.rows<Row>(sql`
    select t.id, t.number, t.side, t.currency, t.weight_e4 as weight, t.amount_minor as amount, c.amount_minor as right, c.price_minor as price,
      t.made_at as "madeAt", c.choose_until as until
    from vault.price_choices c join vault.trades t on t.id = c.trade_id
    where c.member_id = ${memberId} and c.store = ${store} and c.state = 'open' order by c.made_at, t.id`)

export async function listPriceChoices(db: Queryable, holder: Holder): Promise<PriceChoicesView> {
  const [rows, { cash }] = await Promise.all([listOpenChoices(db, holder), balancesOf(db, holder)])
  const free = rows.some(({ side }) => side === 'buy') ? await mayBuyWith(db, holder, cash) : 0n
  return {
    choices: rows.map((row) =>
      view(row, { cash: row.side === 'sell' ? cash + row.amount : free, store: holder.store }),
    ),
  }
}

/** For the copy of their data that a member may ask for. */
export async function heldPriceChoices(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<Pick<Row, 'currency' | 'right' | 'price'> & Record<string, unknown>>(sql`
    select (select number from vault.trades where id = trade_id) as number, store, ${currencyOf(sql`store`)} as currency, price_minor as price,
      amount_minor as right, state, made_at, choose_until, ended_at
    from vault.price_choices where member_id = ${memberId} order by made_at, trade_id`)
  return rows.map(({ price, right, ...row }) => ({
    ...row,
    ...{ right_price: moneyText(price, row.currency), right_amount: moneyText(right, row.currency) },
  }))
}

function view(row: Row, { cash, store }: { cash: bigint; store: string }): PriceChoicesView['choices'][number] {
  const { id, number, side, currency, weight, amount, right } = row
  const text = (units: bigint) => moneyText(minor(units), currency)
  const back = duePay(side === 'buy' ? 'sell' : 'buy', amount, right)
  return {
    ...{ trade_id: id, number, side, currency, weight: weightText(weight) },
    ...{ amount: text(amount), right_amount: text(right), right_price: text(row.price) },
    ...{ due: text(duePay(side, amount, right)), back: text(back) },
    cash: text(cash),
    cash_balance: settings.cash.stores[store] ? 'closed' : 'off',
    made_at: row.madeAt.toISOString(),
    choose_until: row.until.toISOString(),
  }
}
