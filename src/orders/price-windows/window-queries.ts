/** Price windows as they are looked at: in the office, and by the buyer of an order that waits for a choice. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Bag, Karat } from '../../karat.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { secondFrom } from '../../stores/second-person.ts'
import { storeOf } from '../../stores/stores.ts'
import { numberedTrades } from '../../vault/price-choices/priced-trades.ts'
import type { OrderState } from '../core/order-rules.ts'
import { type Bounds, countsOf, previewWindow } from './close-window.ts'
import type { WindowPreviewView, WindowSaleView, WindowView } from './window-contract.ts'
import { isOfOrder, type ListedBecause, type SaleKind, splitDifference, type WindowSaleState } from './window-rules.ts'

type Page = { page: number; size: number }

/** Until when the buyer of an order may choose, and what it would have cost; undefined where nothing is to be chosen. */
export const findChoice = (db: Queryable, orderId: string) =>
  db.row<{ until: Date; right: bigint }>(sql`
    select choose_until as until, right_total_minor as right from orders.window_sales
    where kind = 'order' and sale_id = ${orderId} and state = 'choosing'`)

/** What a window would do now, sale by sale, with how many of each. Refuses as `previewWindow`. */
export async function describePreview(karat: Bag<'orders'>, bounds: Bounds): Promise<WindowPreviewView> {
  const { window, sales } = await previewWindow(karat.db, karat, bounds)
  const shown = sales.slice(0, karat.settings.priceWindow.shown)
  const names = await namesOfMembers(
    karat.db,
    shown.map(({ memberId }) => memberId),
  )
  return {
    level_at: window.level.at.toISOString(),
    asks: [...window.level.open].map(([currency, { ask }]) => ({ currency, ask: moneyText(minor(ask), currency) })),
    counts: countsOf(sales),
    sales: shown.map((sale) => ({
      ...{ kind: sale.kind, id: sale.id, order_id: isOfOrder(sale.kind) ? sale.id : null, number: sale.number },
      ...{ buyer: names.get(sale.memberId) ?? '', currency: sale.currency },
      ...amountsOf(sale.currency, sale),
      ...{ because: sale.because, does: sale.does, sold_at: sale.soldAt.toISOString() },
    })),
  }
}

type Amounts = { soldAsk: bigint; rightAsk: bigint; total: bigint | null; rightTotal: bigint | null }

function amountsOf(currency: Currency, { soldAsk, rightAsk, total, rightTotal }: Amounts) {
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  return {
    sold_ask: text(soldAsk),
    right_ask: text(rightAsk),
    total: total === null ? null : text(total),
    right_total: rightTotal === null ? null : text(rightTotal),
  }
}

type Row = {
  id: string
  store: string
  from: Date
  to: Date
  levelAt: Date
  reason: string
  requestedBy: string
  approvedBy: string
  approvedAt: Date
  finishedAt: Date | null
  sales: number
  waiting: number
  choosing: number
  listed: number
}

/** Every window that was closed, the newest first, with how far it is. */
export async function listWindows(db: Queryable, { page, size }: Page): Promise<{ total: number; rows: WindowView[] }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.price_windows`),
    db.rows<Row>(sql`
      select w.id, w.store, w.from_at as "from", w.to_at as "to", w.level_at as "levelAt", w.reason, w.requested_by as "requestedBy",
        w.approved_by as "approvedBy", w.approved_at as "approvedAt", w.finished_at as "finishedAt", s.*
      from orders.price_windows w cross join lateral (
        select count(*)::int as sales, count(*) filter (where state = 'waiting')::int as waiting,
          count(*) filter (where state = 'choosing')::int as choosing, count(*) filter (where state = 'listed')::int as listed
        from orders.window_sales s where s.window_id = w.id) s
      order by w.approved_at desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy]),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ requestedBy, approvedBy, levelAt, approvedAt, finishedAt, ...row }) => ({
      ...row,
      from: row.from.toISOString(),
      to: row.to.toISOString(),
      level_at: levelAt.toISOString(),
      requested_by: names.get(requestedBy) ?? '',
      approved_by: names.get(approvedBy) ?? '',
      approved_at: approvedAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
    })),
  }
}

type SaleRow = Amounts & {
  kind: SaleKind
  id: string
  orderId: string | null
  number: string | null
  memberId: string
  store: string
  currency: Currency
  because: ListedBecause | null
  state: WindowSaleState
  orderState: OrderState | null
  chooseUntil: Date | null
  doneAt: Date | null
  decidedBy: string | null
  decidedBecause: string | null
  kept: bigint | null
}

/** The sales of a window: those that a person has to decide first, then what waits, then what is done. */
export async function listWindowSales(
  { db, settings, stores }: Pick<Karat, 'db' | 'settings' | 'stores'>,
  windowId: string,
  { page, size }: Page,
): Promise<{ total: number; rows: WindowSaleView[] }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(
      sql`select count(*)::int as total from orders.window_sales where window_id = ${windowId}`,
    ),
    db.rows<SaleRow>(sql`
      select s.kind, s.sale_id as id, s.member_id as "memberId", w.store, s.currency, s.sold_ask_minor as "soldAsk",
        s.right_ask_minor as "rightAsk", s.right_total_minor as "rightTotal", s.state, s.because, s.choose_until as "chooseUntil",
        s.done_at as "doneAt", s.decided_by as "decidedBy", s.decided_because as "decidedBecause", given.kept_minor as kept, o.id as "orderId", coalesce(o.number, t.number) as number, o.state as "orderState",
        coalesce(t.total, o.total_minor - coalesce(given.kept_minor - given.gain_minor, 0)) as total
      from orders.window_sales s join orders.price_windows w on w.id = s.window_id left join orders.orders o on s.kind in ('order', 'cancellation') and o.id = s.sale_id
      left join (${numberedTrades}) t on t.kind = s.kind and t.id = s.sale_id
      left join orders.settlements given on s.kind = 'cancellation' and given.order_id = o.id
      where s.window_id = ${windowId}
      order by array_position(array['listed', 'choosing', 'waiting'], s.state) nulls last, s.kind, s.sale_id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const payable = rows.flatMap(({ orderId, because }) => (orderId && because === 'settled_low' ? [orderId] : []))
  const [members, staff, asked] = await Promise.all([
    namesOfMembers(
      db,
      rows.map(({ memberId }) => memberId),
    ),
    namesOfStaff(
      db,
      rows.flatMap(({ decidedBy }) => decidedBy ?? []),
    ),
    findWaiting(db, 'prices.difference', payable),
  ])
  const twoFrom = ({ store, currency }: SaleRow) =>
    secondFrom('back_from', settings, storeOf({ stores }, store), currency)
  return { total: count?.total ?? 0, rows: rows.map((row) => viewSale(row, { members, staff, asked, twoFrom })) }
}

type Known = {
  members: Map<string, string>
  staff: Map<string, string>
  asked: Set<string>
  twoFrom: (row: SaleRow) => bigint
}

function viewDifference(row: SaleRow, { asked, twoFrom }: Known): WindowSaleView['difference'] {
  const { because, total, rightTotal, kept, currency, id } = row
  if (because !== 'settled_low' || total === null || rightTotal === null || kept === null) return null
  const difference = rightTotal - total
  const { back, gain } = splitDifference({ difference, kept })
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  return { back: text(back), gain: text(gain), takes_two: difference >= twoFrom(row), asked: asked.has(id) }
}

const viewSale = (row: SaleRow, known: Known): WindowSaleView => ({
  ...{ kind: row.kind, id: row.id, order_id: row.orderId, number: row.number },
  ...{ buyer: known.members.get(row.memberId) ?? '', currency: row.currency },
  ...amountsOf(row.currency, row),
  ...{ because: row.because, state: row.state, order_state: row.orderState },
  choose_until: row.chooseUntil?.toISOString() ?? null,
  done_at: row.doneAt?.toISOString() ?? null,
  decided: row.decidedBy ? { by: known.staff.get(row.decidedBy) ?? '', reason: row.decidedBecause ?? '' } : null,
  difference: viewDifference(row, known),
})
