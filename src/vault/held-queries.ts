/** What this area holds about a member, for the copy that they may ask for. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, type Minor, moneyText, type Weight, weight, weightText } from '../money/money.ts'
import { currencyOf } from '../stores/stores.ts'
import { heldAlerts } from './alerts/forget-alerts.ts'
import { heldLimits } from './limits/held-for-limits.ts'
import { heldPlans } from './plans/forget-plans.ts'
import { heldPriceChoices } from './price-choices/choice-queries.ts'
import { heldReceipts } from './receipts/receipt-papers.ts'

type Row = Record<string, unknown> & { currency: Currency; price: Minor; amount: Minor; grams: Weight }
type Deposit = Pick<Row, 'currency' | 'amount'> & Record<string, unknown>

export async function heldByVault(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [places, sent, trades, deposits, payouts, owed, adjustments, purchases, redeemed, statements, receipts] =
    await Promise.all([
      db.rows(sql`select store, opened_at from vault.holders where member_id = ${memberId} order by opened_at`),
      db.rows<Row>(sql`
      select number, store, member_id = ${memberId} as sent, weight_e4 as grams, shown_to, note, card, state, made_at, ends_at, ended_at from vault.transfers
      where member_id = ${memberId} or recipient_id = ${memberId} order by made_at, id`),
      db.rows<Row>(sql`
      select number, store, side, currency, price_minor as price, weight_e4 as grams, amount_minor as amount, made_at from vault.trades
      where member_id = ${memberId} order by made_at, id`),
      db.rows<Deposit>(sql`
      select number, store, currency, amount_minor as amount, state, made_at, expires_at, paid_at, clears_at from vault.deposits
      where member_id = ${memberId} order by made_at, id`),
      db.rows<Deposit>(sql`
      select number, store, currency, amount_minor as amount, state, failure, requested_at, accepted_at, paid_at, ended_at from vault.payouts
      where member_id = ${memberId} order by requested_at, id`),
      db.rows<Deposit>(sql`
      select store, currency, amount_minor as amount, because, state, made_at, ended_at from vault.payables where member_id = ${memberId} order by made_at, id`),
      db.rows<{ asset: Currency | 'XAU'; amount: bigint }>(sql`
      select number, store, asset, amount, told, made_at from vault.adjustments where member_id = ${memberId} order by made_at, id`),
      db.rows<Row>(sql`
      select number, store, currency, price_minor as price, weight_e4 as grams, amount_minor as amount, state, refusal, made_at, expires_at, paid_at,
        clears_at from vault.purchases where member_id = ${memberId} order by made_at, id`),
      db.rows<Pick<Row, 'grams'> & { returned: { grams: string; at: string }[] }>(sql`
      select store, weight_e4 as grams, state, held_at, ended_at, (
        select coalesce(json_agg(json_build_object('grams', weight_e4::text, 'at', made_at) order by made_at), '[]'::json)
        from vault.redemption_returns b where b.redemption_id = r.id) as returned
      from vault.redemptions r where member_id = ${memberId} order by held_at, id`),
      db.rows<Closed>(sql`
      select store, to_char(month, 'YYYY-MM') as month, currency, opening_money, opening_gold, closing_money, closing_gold, movements, closed_at
      from vault.statements where member_id = ${memberId} order by store, month`),
      heldReceipts(db, memberId),
    ])
  const inWords = (rows: Row[]) =>
    rows.map(({ price, amount, grams, ...trade }) => ({
      ...trade,
      price: moneyText(price, trade.currency),
      amount: moneyText(amount, trade.currency),
      grams: weightText(grams),
    }))
  const transfers = sent.map(({ grams, ...transfer }) => ({ ...transfer, grams: weightText(grams) }))
  const redemptions = redeemed.map(({ grams, returned, ...redemption }) => ({
    ...{ ...redemption, grams: weightText(grams) },
    returned: returned.map((back) => ({ ...back, grams: weightText(weight(BigInt(back.grams))) })),
  }))
  const inMoney = (rows: Deposit[]) =>
    rows.map(({ amount, ...row }) => ({ ...row, amount: moneyText(amount, row.currency) }))
  const corrections = adjustments.map(({ asset, amount, ...made }) => ({
    ...{ ...made, asset },
    ...(asset === 'XAU' ? { grams: weightText(weight(amount)) } : { amount: moneyText(amount as Minor, asset) }),
  }))
  const papers = { statements: statements.map(readableMonth), receipts }
  return {
    ...{ opened: places, trades: inWords(trades), purchases: inWords(purchases) },
    ...{
      deposits: inMoney(deposits),
      withdrawals: inMoney(payouts),
      owed: inMoney(owed),
      wrong_prices: await heldPriceChoices(db, memberId),
      corrections,
      transfers,
      redemptions,
    },
    ...papers,
    costs: await heldCosts(db, memberId),
    price_alerts: await heldAlerts(db, memberId),
    limit_orders: await heldLimits(db, memberId),
    savings_plans: await heldPlans(db, memberId),
  }
}

type Cost = { currency: Currency; grams: Weight; price: Minor | null } & Record<'cost' | 'result', Minor> &
  Record<string, unknown>

/** What their grams cost, movement by movement. */
async function heldCosts(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<Cost>(sql`
    select store, ${currencyOf(sql`store`)} as currency, at, weight_e4 as grams, cost_minor as cost, result_minor as result, price_minor as price
    from vault.cost_steps where member_id = ${memberId} order by store, number`)
  return rows.map(({ currency, grams, cost, result, price, ...step }) => ({
    ...{ ...step, currency, grams: weightText(grams) },
    ...{ cost: moneyText(cost, currency), result: moneyText(result, currency) },
    price: price === null ? null : moneyText(price, currency),
  }))
}

type Closed = Record<'opening_money' | 'closing_money', Minor> &
  Record<'opening_gold' | 'closing_gold', Weight> & { currency: Currency }

const readableMonth = ({ opening_money, closing_money, opening_gold, closing_gold, ...month }: Closed) => ({
  ...month,
  opening: { money: moneyText(opening_money, month.currency), gold: weightText(opening_gold) },
  closing: { money: moneyText(closing_money, month.currency), gold: weightText(closing_gold) },
})

/** Whether a deposit or a purchase of a member waits for its money. */
export async function isDepositing(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as one from vault.deposits where member_id = ${memberId} and state = 'open'
      union all select 1 from vault.purchases where member_id = ${memberId} and state = 'open' limit 1`,
  )
  return row !== undefined
}

/** Whether money of a member is on its way to an account of theirs. */
export async function isWithdrawing(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as one from vault.payouts where member_id = ${memberId} and state in ('pending', 'paying') limit 1`,
  )
  return row !== undefined
}
