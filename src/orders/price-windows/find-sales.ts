/** The sales of a price window, of every kind, each with what would become of it. */
import { versionsWith } from '../../content/agreement-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { firstAcceptances } from '../../identity/acceptances.ts'
import { type Currency, type Minor, minor, type PricePerGram } from '../../money/money.ts'
import { findPricesBefore, type Level, type LevelPrices, type Sides } from '../../pricing/level-after.ts'
import type { Market } from '../../pricing/market-rules.ts'
import type { OrderState } from '../core/order-rules.ts'
import { addUp, priceAgain } from '../guarantee/guarantee-rules.ts'
import { readGuaranteed } from '../guarantee/guarantee-store.ts'
import { isRequested } from '../refunds/asked-pieces.ts'
import { findCancellations } from './find-cancellations.ts'
import { judgeTrades, listTrades } from './find-trades.ts'
import { type ListedBecause, type SaleKind, type TradeSaleKind, type Treatment, treatmentOf } from './window-rules.ts'

/** `market` says by which spread a price was made at a moment. */
export type Window = { store: string; from: Date; to: Date; level: Level; market: Market }
export type FoundSale = Pick<Row, 'id' | 'memberId' | 'currency' | 'soldAsk' | 'soldAt' | 'number' | 'total'> & {
  kind: SaleKind
  rightAsk: PricePerGram
  /** What the order would cost at the right price, by its own inputs, or a trade cost or bring; null for what is only promised. */
  rightTotal: Minor | null
  does: Treatment
  because: ListedBecause | null
}

/** The prices of a level as the store sold when the price of a sale was made: in the open market, or in the closed one. */
export type PricesOf = (
  level: LevelPrices | undefined,
  sale: { currency: Currency; pricedAt: Date },
) => Sides | undefined

export const pricesAt = (
  of: LevelPrices | undefined,
  { currency, pricedAt }: { currency: Currency; pricedAt: Date },
  market: Market,
): Sides | undefined => (market.at(pricedAt.getTime()).open ? of?.open : (of?.closed ?? of?.open))?.get(currency)

type Row = {
  kind: Exclude<SaleKind, 'cancellation' | TradeSaleKind>
  id: string
  memberId: string
  currency: Currency
  soldAsk: bigint
  soldAt: Date
  pricedAt: Date
  state: OrderState | 'open'
  askedBack: boolean
  guaranteeId: string
  number: string | null
  total: bigint | null
  delivery: Minor
  insurance: Minor
  discount: Minor
  now: Date
}

/**
 * Every sale whose price was made in the window and is off, oldest first, with what becomes of it now; then cancellations; then trades of
 * grams. The price of an order is as old as its guarantee; as the order where it got a better one at submission; as the quote it was carried
 * out by.
 */
export async function findSales(db: Queryable, window: Window): Promise<FoundSale[]> {
  const { store, from, level, market } = window
  const [rows, trades, versions, before] = await Promise.all([
    listCandidates(db, window),
    listTrades(db, window),
    versionsWith(db, store, 'price_window'),
    findPricesBefore(db, { store, before: from }),
  ])
  const pricesOf: PricesOf = (of, sale) => pricesAt(of, sale, market)
  const askOf = (of: LevelPrices | undefined, row: Row) => pricesOf(of, row)?.ask
  const [accepted, totals, cancellations] = await Promise.all([
    firstAcceptances(db, { store, versions, memberIds: [...rows, ...trades].map(({ memberId }) => memberId) }),
    rightTotals(db, rows, (row) => askOf(level, row)),
    findCancellations(db, window, { pricesOf, before }),
  ])
  const sales = rows.flatMap((row) => {
    const rightAsk = askOf(level, row)
    if (rightAsk === undefined) return []
    const prices = { rightAsk, askBefore: askOf(before, row) ?? null, rightAt: level.at }
    const treatment = treatmentOf({ ...row, ...prices, acceptedAt: accepted.get(row.memberId) ?? null }, row.now)
    return treatment ? [{ ...row, rightAsk, rightTotal: totals.get(row.id) ?? null, ...treatment }] : []
  })
  const traded = judgeTrades(trades, {
    right: (row) => pricesOf(level, row),
    before: (row) => pricesOf(before, row),
    acceptedAt: (memberId) => accepted.get(memberId) ?? null,
    levelAt: level.at,
  })
  return [...sales, ...cancellations, ...traded]
}

/** Those of one order, or of one trade: what a window's guarantee or quote had become. None where its prices were right. */
export async function findSalesOf(db: Queryable, window: Window, saleId: string): Promise<FoundSale[]> {
  return (await findSales(db, window)).filter(({ id }) => id === saleId)
}

const listCandidates = (db: Queryable, { store, from, to }: Window) =>
  db.rows<Row>(sql`
    with sales as (
      select 'guarantee' as kind, id, member_id, currency, ask_minor, created_at as sold_at, created_at as priced_at, 'open' as state,
        id as guarantee_id, null::text as number, null::bigint as total_minor, delivery_minor, insurance_minor, discount_minor
      from orders.guarantees
      where store = ${store} and created_at >= ${from} and created_at < ${to}
        and used_at is null and released_at is null and expires_at > now()
      union all
      select 'quote', q.id, q.member_id, o.currency, q.ask_minor, q.created_at, q.created_at, 'open', o.guarantee_id, o.number, null,
        0::bigint, 0::bigint, 0::bigint
      from orders.quotes q join orders.orders o on o.id = q.order_id
      where o.store = ${store} and q.used_at is null and q.expires_at > now()
      union all
      select 'order', o.id, o.member_id, o.currency, o.ask_minor, o.created_at,
        case when q.id is not null then q.created_at when g.tick_id = o.tick_id then g.created_at else o.created_at end,
        o.state, o.guarantee_id, o.number, o.total_minor, o.delivery_minor, o.insurance_minor, o.discount_minor
      from orders.orders o join orders.guarantees g on g.id = o.guarantee_id
      left join lateral (select id, created_at from orders.quotes q where q.order_id = o.id and q.kind = 'honour'
        and q.used_at is not null and q.tick_id = o.tick_id order by used_at desc limit 1) q on true
      where o.store = ${store} and o.created_at >= ${from}
    )
    select kind, id, member_id as "memberId", currency, ask_minor as "soldAsk", sold_at as "soldAt", priced_at as "pricedAt", state, guarantee_id as "guaranteeId",
      number, total_minor as total, delivery_minor as delivery, insurance_minor as insurance, discount_minor as discount, now() as now,
      ${isRequested(sql`s.id`)} as "askedBack"
    from sales s where priced_at >= ${from} and priced_at < ${to}
      and not exists (select from orders.window_sales w where w.kind = s.kind and w.sale_id = s.id)
    order by sold_at, id`)

/** What each order would have cost at the right price: its own lines and inputs, delivery and insurance as they were. */
async function rightTotals(
  db: Queryable,
  rows: Row[],
  askOf: (row: Row) => PricePerGram | undefined,
): Promise<Map<string, Minor>> {
  const orders = rows.filter(({ kind }) => kind === 'order')
  const guarantees = await db.rows<Parameters<typeof readGuaranteed>[0]>(
    sql`select *, now() as now from orders.guarantees where id = any(${orders.map((row) => row.guaranteeId)}::uuid[])`,
  )
  const byId = new Map(guarantees.map((row) => [row.id, readGuaranteed(row)]))
  return new Map(
    orders.flatMap((row) => {
      const { id, delivery, insurance, discount } = row
      const [guarantee, ask] = [byId.get(row.guaranteeId), askOf(row)]
      if (!guarantee || ask === undefined) return []
      const lines = priceAgain(guarantee.lines, ask)
      const charges = { delivery: minor(delivery), insurance: minor(insurance), discount: minor(discount) }
      return [[id, addUp(lines, charges).total] as const]
    }),
  )
}
