/** What of the vault was quoted, confirmed or traded at a price, as price windows ask for it (decision 0086). */
import { type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import { balanceIn } from '../../ledger/ledger-queries.ts'
import type { Currency } from '../../money/money.ts'
import { currencyOf } from '../../stores/stores.ts'
import { holdPlace } from '../holder.ts'
import { endOpen } from '../purchases/end-purchase.ts'

/** Trades, and purchases by the same ids, as rows of kind, id, number and total. */
export const numberedTrades = sql`
  select 'trade' as kind, id, number, amount_minor as total from vault.trades
  union all select 'purchase', id, number, amount_minor from vault.purchases`

/** When the price of a trade was made: with its quote; where that got a better one, or there is none, with its purchase or itself. */
const pricedAt = sql`case when q.tick_id = t.tick_id then q.created_at else coalesce(p.made_at, t.made_at) end`

/**
 * Open quotes, purchases that wait for their money, and trades since `from`, as rows of kind, id, member_id, currency, side, sold (per
 * gram), sold_at, priced_at, number, total, weight_e4, is_there (whether the member still has what a trade brought). Large trades, whose price
 * a person of the desk has made, are not among them.
 */
export const pricedTrades = (store: string, from: Date): Sql => sql`
  select 'trade_quote' as kind, q.id, q.member_id, ${currencyOf(sql`h.store`)} as currency, case q.kind when 'sell' then 'sell' else 'buy' end as side,
    (q.figures->>'price')::bigint as sold, q.created_at as sold_at, q.created_at as priced_at, null as number, null::bigint as total, q.weight_e4,
    true as is_there
  from vault.quotes q join vault.holders h on h.id = q.holder_id
  where h.store = ${store} and q.used_at is null and q.expires_at > now() and q.kind in ('buy', 'buy_outside', 'sell')
  union all
  select 'purchase', p.id, p.member_id, p.currency, 'buy', p.price_minor, p.made_at,
    case when q.tick_id = p.tick_id then q.created_at else p.made_at end, p.number, p.amount_minor, p.weight_e4, true
  from vault.purchases p join vault.quotes q on q.id = p.quote_id
  where p.store = ${store} and p.state = 'open' and p.expires_at > now()
  union all
  select 'trade', t.id, t.member_id, t.currency, t.side, t.price_minor, t.made_at, ${pricedAt}, t.number, t.amount_minor, t.weight_e4,
    case t.side when 'buy' then ${balanceIn(sql`t.member_id`, store, 'gold', sql`'XAU'`)} >= t.weight_e4
      else ${balanceIn(sql`t.member_id`, store, 'cash', sql`t.currency`)} >= t.amount_minor end
  from vault.trades t left join vault.quotes q on q.id = t.quote_id left join vault.purchases p on p.id = t.purchase_id
  where t.store = ${store} and t.made_at >= ${from} and (t.quote_id is null or q.kind in ('buy', 'buy_outside', 'sell', 'plan'))`

export const findPriced = (
  db: Queryable,
  tradeId: string,
): Promise<{ currency: Currency; pricedAt: Date } | undefined> =>
  db.row(sql`
    select t.currency, ${pricedAt} as "pricedAt"
    from vault.trades t left join vault.quotes q on q.id = t.quote_id left join vault.purchases p on p.id = t.purchase_id where t.id = ${tradeId}`)

/** Nobody can use the quote any more; what it was used for before. */
export async function voidQuote(tx: Tx, id: string): Promise<{ isVoid: boolean; usedFor: string | undefined }> {
  const ended = await tx.run(sql`
    update vault.quotes set expires_at = now() where id = ${id} and used_at is null and expires_at > now()`)
  const used = await tx.row<{ id: string }>(sql`
    select id from vault.trades where quote_id = ${id} union all select id from vault.purchases where quote_id = ${id} limit 1`)
  return { isVoid: ended > 0, usedFor: used?.id }
}

type Ended = { memberId: string; store: string; number: string; isEnded: boolean; tradeId: string | undefined }

/** The purchase waits for its money no longer; the trade that its money had made before. */
export async function endPurchase(tx: Tx, id: string): Promise<Ended> {
  const purchase = await tx.row<Pick<Ended, 'memberId' | 'store' | 'number'>>(sql`
    select member_id as "memberId", store, number from vault.purchases where id = ${id}`)
  if (!purchase) throw new Error(`there is no purchase ${id}`)
  await holdPlace(tx, purchase)
  const ended = await endOpen(tx, sql`id = ${id}`, 'cancelled')
  const trade = await tx.row<{ id: string }>(sql`select id from vault.trades where purchase_id = ${id}`)
  return { ...purchase, isEnded: ended > 0, tradeId: trade?.id }
}

/** What became of choices that have ended, by their trades. */
export const listEndedChoices = (
  db: Queryable,
  tradeIds: string[],
): Promise<{ id: string; state: 'undone' | 'repriced' | 'released' }[]> =>
  db.rows(
    sql`select trade_id as id, state from vault.price_choices where trade_id = any(${tradeIds}::uuid[]) and state <> 'open'`,
  )
