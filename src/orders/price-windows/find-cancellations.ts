/** Cancellations of paid orders that were settled by a price of the window which was off. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, type Minor, minor, type PricePerGram } from '../../money/money.ts'
import type { LevelPrices, Sides } from '../../pricing/level-after.ts'
import { settings } from '../../settings.ts'
import { addUp, priceSold, soldGoldOf } from '../guarantee/guarantee-rules.ts'
import { type Guaranteed, readGuaranteed } from '../guarantee/guarantee-store.ts'
import { paidFor, settleCancellation } from '../guarantee/settlement-rules.ts'
import type { FoundSale, PricesOf, Window } from './find-sales.ts'
import { treatSettled } from './window-rules.ts'

type Row = {
  id: string
  memberId: string
  number: string
  currency: Currency
  soldAt: Date
  pricedAt: Date
  ask: PricePerGram
  bid: PricePerGram
  guaranteeId: string
  /** Less the discount. */
  goods: Minor
  delivery: Minor
  insurance: Minor
  tax: Minor
  discount: Minor
  kept: bigint
  gain: bigint
  now: Date
}

/**
 * Each with what its member got of it and what the same pieces, charges as they were, would have brought at the right prices,
 * beyond the cap as well: the house had agreed to the cancellation. None that stands in a window already.
 */
export async function findCancellations(
  db: Queryable,
  { store, from, to, level }: Window,
  { pricesOf, before }: { pricesOf: PricesOf; before: LevelPrices | undefined },
): Promise<FoundSale[]> {
  const rows = await listSettled(db, { store, from, to })
  const guarantees = await db.rows<Parameters<typeof readGuaranteed>[0]>(
    sql`select *, now() as now from orders.guarantees where id = any(${rows.map((row) => row.guaranteeId)}::uuid[])`,
  )
  const byId = new Map(guarantees.map((row) => [row.id, readGuaranteed(row)]))
  return rows.flatMap((row) => {
    const [right, sold] = [pricesOf(level, row), byId.get(row.guaranteeId)]
    if (!right || !sold) return []
    const [total, rightTotal] = [paidFor(row) - row.kept + row.gain, givenAt(row, sold, right)]
    const then = pricesOf(before, row)
    const error = (side: 'ask' | 'bid') => ({
      ...{ soldAsk: row[side], rightAsk: right[side], askBefore: then?.[side] ?? null },
      ...{ soldAt: row.soldAt, rightAt: level.at },
    })
    const treatment = treatSettled(
      {
        given: total,
        right: rightTotal,
        least: settings.priceWindow.leastDifference[row.currency],
        ask: error('ask'),
        bid: error('bid'),
      },
      row.now,
    )
    if (!treatment) return []
    const { error: found, because } = treatment
    const { id, memberId, currency, soldAt, number } = row
    const prices = { soldAsk: found.soldAsk, rightAsk: found.rightAsk as PricePerGram, total, rightTotal }
    return [{ kind: 'cancellation' as const, id, memberId, currency, soldAt, number, ...prices, does: 'list', because }]
  })
}

function givenAt(row: Row, sold: Guaranteed, { ask, bid }: Sides): Minor {
  const lines = priceSold(sold, ask)
  const { delivery, insurance, discount } = row
  const again = addUp(lines, { delivery, insurance, discount }).total
  const { kept, gain } = settleCancellation({ ...row, fineWeight: soldGoldOf(sold.lines) }, { again, bid })
  return minor(paidFor(row) - kept + gain)
}

const listSettled = (db: Queryable, { store, from, to }: Pick<Window, 'store' | 'from' | 'to'>) =>
  db.rows<Row>(sql`
    select o.id, o.member_id as "memberId", o.number, o.currency, s.created_at as "soldAt", q.created_at as "pricedAt",
      q.ask_minor as ask, q.bid_minor as bid, o.guarantee_id as "guaranteeId", o.goods_minor - o.discount_minor as goods,
      o.delivery_minor as delivery, o.insurance_minor as insurance, o.tax_minor as tax, o.discount_minor as discount,
      s.kept_minor as kept, s.gain_minor as gain, now() as now
    from orders.settlements s join orders.quotes q on q.id = s.quote_id join orders.orders o on o.id = s.order_id
    where o.store = ${store} and s.because = 'cancel' and s.created_at >= ${from}
      and q.created_at >= ${from} and q.created_at < ${to}
      and not exists (select from orders.window_sales w where w.kind = 'cancellation' and w.sale_id = o.id)
    order by s.created_at, o.id`)
