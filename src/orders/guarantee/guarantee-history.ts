/** gpg_history: a member's guarantees, what became of them, and what they saved. */
import { thumbnailOf } from '../../content/picture-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { minor, moneyText, type PricePerGram } from '../../money/money.ts'
import { listAsksAt } from '../../pricing/asks-at.ts'
import { settings } from '../../settings.ts'
import type { GuaranteeHistoryView } from '../contract.ts'
import type { GuaranteeState } from '../core/order-rules.ts'
import { addUp, priceAgain } from './guarantee-rules.ts'
import { type Guaranteed, readGuaranteed } from './guarantee-store.ts'
import { textIn } from './guarantee-view.ts'

type Owner = { memberId: string; store: string; language: string }
type Wanted = { state: GuaranteeState | 'all'; page: number; page_size: number }
type Row = Parameters<typeof readGuaranteed>[0] & {
  state: GuaranteeState
  order_id: string | null
  order_number: string | null
}

const stateOf = sql`case when g.used_at is not null then 'used' when g.released_at is not null then 'released'
  when g.expires_at <= now() then 'expired' else 'open' end`

/** One page of a member's guarantees, newest first, with how many there are in each state. */
export async function listGuarantees(
  karat: Bag<'orders'>,
  owner: Owner,
  wanted: Wanted,
): Promise<GuaranteeHistoryView> {
  const [counts, rows] = await Promise.all([countByState(karat.db, owner), readPage(karat.db, owner, wanted)])
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const held = rows.map((row) => ({ row, guarantee: readGuaranteed(row), end: shownEnd(row.expires_at) }))
  const over = held.filter(({ row, end }) => end <= row.now)
  const asks = await asksAtEnd(karat.db, over)
  return {
    state: wanted.state,
    page: wanted.page,
    page_size: wanted.page_size,
    total_count: wanted.state === 'all' ? all : (counts.get(wanted.state) ?? 0),
    counts: { all, ...Object.fromEntries(counts) },
    guarantees: held.map(({ row, guarantee, end }) =>
      view(row, guarantee, end, asks.get(row.id) ?? null, owner.language),
    ),
  }
}

async function countByState(db: Queryable, { memberId, store }: Owner): Promise<Map<GuaranteeState, number>> {
  const rows = await db.rows<{ state: GuaranteeState; count: number }>(sql`
    select ${stateOf} as state, count(*)::int as count from orders.guarantees g
    where g.member_id = ${memberId} and g.store = ${store} group by 1`)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

const readPage = (db: Queryable, { memberId, store }: Owner, { state, page, page_size }: Wanted): Promise<Row[]> =>
  db.rows<Row>(sql`
    select g.*, now() as now, ${stateOf} as state, o.id as order_id, o.number as order_number
    from orders.guarantees g left join orders.orders o on o.guarantee_id = g.id
    where g.member_id = ${memberId} and g.store = ${store} and (${state}::text = 'all' or ${stateOf} = ${state})
    order by g.created_at desc, g.id desc limit ${page_size} offset ${(page - 1) * page_size}`)

/** What the countdown showed; the row holds a little longer. */
const shownEnd = (expiresAt: Date) => new Date(expiresAt.getTime() - settings.guarantee.graceSeconds * 1000)

async function asksAtEnd(db: Queryable, over: { row: Row; end: Date }[]): Promise<Map<string, PricePerGram | null>> {
  const found = new Map<string, PricePerGram | null>()
  for (const currency of new Set(over.map(({ row }) => row.currency))) {
    const some = over.filter(({ row }) => row.currency === currency)
    const store = some[0]?.row.store ?? ''
    const asks = await listAsksAt(
      db,
      { store, currency },
      some.map(({ end }) => end),
    )
    some.forEach(({ row }, place) => void found.set(row.id, asks[place] ?? null))
  }
  return found
}

/** Goods and tax at the price of the end, less what was held: above zero, the guarantee saved it. */
function atTheEnd(guarantee: Guaranteed, ask: PricePerGram) {
  const lines = priceAgain(guarantee.lines, ask)
  const { goods, tax } = addUp(lines, { delivery: minor(0n), insurance: minor(0n) })
  const held = guarantee.amounts.goods + guarantee.amounts.tax
  return { total: minor(goods + tax), saved: minor(goods + tax - held) }
}

function view(row: Row, guarantee: Guaranteed, end: Date, askAtEnd: PricePerGram | null, language: string) {
  const { currency, amounts } = guarantee
  const later = askAtEnd === null ? null : atTheEnd(guarantee, askAtEnd)
  return {
    guarantee_id: row.id,
    state: row.state,
    origin: guarantee.origin,
    currency,
    ask: moneyText(guarantee.ask, currency),
    lines: guarantee.lines.map((line) => ({
      sku_id: line.skuId,
      product_id: line.productId,
      name: textIn(line.name, language),
      image: thumbnailOf(line.image),
      attributes: line.attributes,
      quantity: line.quantity,
      unit_price: moneyText(line.unit, currency),
    })),
    held_total: moneyText(minor(amounts.goods + amounts.tax), currency),
    created_at: guarantee.createdAt.toISOString(),
    expires_at: end.toISOString(),
    used_at: guarantee.usedAt?.toISOString() ?? null,
    order: row.order_id && row.order_number ? { order_id: row.order_id, number: row.order_number } : null,
    at_end:
      later && askAtEnd !== null
        ? {
            ask: moneyText(askAtEnd, currency),
            total: moneyText(later.total, currency),
            saved: moneyText(later.saved, currency),
          }
        : null,
    is_over: end <= row.now,
  }
}
