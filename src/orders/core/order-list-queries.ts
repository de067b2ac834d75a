/** A member's orders by tab. What a page costs does not grow with the orders; what the counts cost grows by an index entry each. */

import { thumbnailOf } from '../../content/picture-queries.ts'
import { empty, type Sql, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import type { OrderPageView, OrderSummaryView } from '../contract.ts'
import { isPaidBack } from '../refunds/paid-back-queries.ts'
import type { Owner } from './order-queries.ts'
import { type OrderState, type OrderTab, orderStates, orderTabs } from './order-rules.ts'

type Where = { tab: OrderTab; q?: string | undefined; page: number; page_size: number }

type Counts = { states: Record<OrderState, number>; refunds: number; paid_back: number }
type ListRow = Counts & {
  id: string | null
  number: string
  state: OrderState
  refund_state: OrderSummaryView['refund_state']
  paid_back_itself: boolean
  currency: Currency
  total_minor: bigint
  mode: OrderSummaryView['delivery']['mode']
  place: string
  created_at: Date
  expires_at: Date
  pieces: number
  lines: OrderSummaryView['lines']
}

/** One page of a member's orders, newest first, with how many each tab holds. `q` finds by number or by name of a piece. */
export async function listOrders(karat: Bag<'orders'>, owner: Owner, where: Where): Promise<OrderPageView> {
  const mine = sql`o.member_id = ${owner.memberId} and o.store = ${owner.store}${found(where.q)}`
  const rows = await karat.db.rows<ListRow>(sql`
    select c.*, o.id, o.number, o.state, o.refund_state, ${isPaidBack} as paid_back_itself, o.currency, o.total_minor, o.created_at, coalesce(o.transfer_until, o.expires_at) as expires_at,
      o.delivery ->> 'mode' as mode, case o.delivery ->> 'mode' when 'pickup' then o.delivery ->> 'name' else o.delivery ->> 'recipient' end as place,
      l.pieces, l.lines
    from (${countAll(mine)}) c left join lateral (${pageOf(mine, where)}) o on true left join lateral (
      select sum(quantity)::int as pieces, json_agg(json_build_object('sku_id', sku_id,
        'name', coalesce(name ->> ${owner.language}, name ->> 'en-US', ''),
        'image', image, 'attributes', attributes, 'quantity', quantity) order by position) as lines
      from orders.lines where order_id = o.id
    ) l on true order by o.created_at desc, o.id desc`)
  const [counted] = rows
  if (!counted) throw new Error('counting gives a row')
  return {
    tab: where.tab,
    page: where.page,
    page_size: where.page_size,
    total_count: countOf(counted, where.tab),
    counts: Object.fromEntries((Object.keys(orderTabs) as OrderTab[]).map((tab) => [tab, countOf(counted, tab)])),
    orders: rows.flatMap((row) => (row.id === null ? [] : [viewSummary(row, row.id)])),
  }
}

function found(q: string | undefined): Sql {
  if (!q) return empty
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  // A serial number is stored without the hyphens that it is printed with, and with a colon after its maker.
  const serial = pattern.replaceAll(/[-\s]/g, '')
  return sql` and (o.number ilike ${pattern}
    or exists (select 1 from orders.lines l where l.order_id = o.id and l.name::text ilike ${pattern})
    or exists (select 1 from orders.invoices i, unnest(i.serials) as serial where i.order_id = o.id and replace(serial, ':', '') ilike ${serial})
    or exists (select 1 from orders.later_papers p, unnest(p.serials) as serial where p.order_id = o.id and replace(serial, ':', '') ilike ${serial}))`
}

const countAll = (mine: Sql): Sql => sql`select
  (select json_object_agg(s.state, (select count(*) from orders.orders o where ${mine} and o.state = s.state))
    from unnest(${[...orderStates]}::text[]) as s (state)) as states,
  (select count(*)::int from orders.orders o where ${mine} and o.refund_state <> 'none') as refunds,
  (select count(*)::int from orders.orders o where ${mine} and ${isPaidBack}) as paid_back`

/** Of a tab of several states each gives its newest, so that none is passed over to find the others. */
function pageOf(mine: Sql, { tab, page, page_size }: Where): Sql {
  const newest = sql`order by o.created_at desc, o.id desc`
  const part = sql`limit ${page_size} offset ${(page - 1) * page_size}`
  if (tab === 'refunds')
    return sql`select o.* from orders.orders o where ${mine} and o.refund_state <> 'none' ${newest} ${part}`
  const states: OrderState[] = [...orderTabs[tab]]
  const [ended, shipped] = [states.includes('cancelled'), states.includes('shipped')]
  const candidates = ended && !shipped ? [...states, 'shipped'] : states
  // Said only where it decides, and of shipped ones only: the planner would take it for a rare thing and sort every order.
  const standing =
    ended === shipped ? empty : ended ? sql` and (o.state <> 'shipped' or ${isPaidBack})` : sql` and not ${isPaidBack}`
  return sql`select o.* from unnest(${candidates}::text[]) as s (state), lateral (
    select o.* from orders.orders o where ${mine} and o.state = s.state${standing}
    ${newest} limit ${page * page_size}) o ${newest} ${part}`
}

/** Paid back, an order is counted as cancelled instead of as shipped, as `tabState` says. */
function countOf({ states, refunds, paid_back }: Counts, tab: OrderTab): number {
  if (tab === 'refunds') return refunds
  const counted = { ...states, shipped: states.shipped - paid_back, cancelled: states.cancelled + paid_back }
  return orderTabs[tab].reduce((sum, state) => sum + counted[state], 0)
}

const viewSummary = (row: ListRow, id: string): OrderSummaryView => ({
  order_id: id,
  number: row.number,
  state: row.state,
  refund_state: row.refund_state,
  paid_back: row.paid_back_itself,
  currency: row.currency,
  total: moneyText(minor(row.total_minor), row.currency),
  pieces: row.pieces,
  lines: row.lines.map((line) => ({ ...line, image: thumbnailOf(line.image) })),
  delivery: { mode: row.mode, place: row.place },
  created_at: row.created_at.toISOString(),
  expires_at: row.state === 'pending_payment' ? row.expires_at.toISOString() : null,
})
