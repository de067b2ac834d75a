/** What becomes of the sales of a price window: one transaction a sale, taken up again after a crash, none of them twice. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import { findLevelAfter } from '../../pricing/level-after.ts'
import type { Market } from '../../pricing/market-rules.ts'
import { settings } from '../../settings.ts'
import { endOrder, type HeldOrder, holdOrder } from '../give-up/end-order.ts'
import { keepSales } from './close-window.ts'
import { findSalesOf } from './find-sales.ts'
import type { ListedBecause, SaleKind, WindowSaleState } from './window-rules.ts'

/** A cancellation never waits: what it gave is paid, so it is listed as it is found. */
type Waiting = { kind: Exclude<SaleKind, 'cancellation'>; id: string; windowId: string }

/** Settles the sales that wait, those that a crash left behind included; one that fails does not hold up the others. */
export async function settleSales(karat: Pick<Karat, 'db' | 'log' | 'market'>): Promise<number> {
  let settled = 0
  for (const sale of await listWaiting(karat.db))
    await karat.db
      .transaction((tx) => settleOne[sale.kind](tx, sale, karat.market))
      .then(() => settled++)
      .catch((error) => postpone(karat, sale, error))
  await finishWindows(karat.db)
  return settled
}

const listWaiting = (db: Queryable) =>
  db.rows<Waiting>(sql`
    select kind, sale_id as id, window_id as "windowId" from orders.window_sales
    where state = 'waiting' and next_try_at <= now() order by next_try_at, kind, sale_id limit 200`)

/** It comes again later and later, eight minutes apart at most; one that somebody holds at this moment with the next round. */
export async function postpone(
  { db, log }: Pick<Karat, 'db' | 'log'>,
  { kind, id }: Pick<Waiting, 'kind' | 'id'>,
  error: unknown,
) {
  log.warn({ err: error, kind, sale: id }, 'a sale of a price window cannot be settled')
  await db.run(sql`
    update orders.window_sales set tries = least(tries + 1, 1000), next_try_at = now() + interval '2 seconds' * power(2, least(tries, 8))
    where (kind, sale_id) = (
      select kind, sale_id from orders.window_sales where kind = ${kind} and sale_id = ${id} for update skip locked)`)
}

const finishWindows = (db: Queryable) =>
  db.run(sql`
    update orders.price_windows w set finished_at = now() where finished_at is null
      and not exists (select from orders.window_sales s where s.window_id = w.id and s.state in ('waiting', 'choosing'))`)

/** Takes a sale on from the state it is expected in; of any number at once one does. */
export async function moveSale(
  tx: Tx,
  { kind, id }: Pick<Waiting, 'kind' | 'id'>,
  [from, to]: readonly [WindowSaleState, WindowSaleState],
  because: ListedBecause | null = null,
): Promise<boolean> {
  const until = to === 'choosing' ? settings.priceWindow.chooseSeconds : null
  const moved = await tx.run(sql`
    update orders.window_sales set state = ${to}, because = ${because},
      choose_until = coalesce(now() + make_interval(secs => ${until}::int), choose_until),
      done_at = case when ${to} <> 'choosing' then clock_timestamp() end
    where kind = ${kind} and sale_id = ${id} and state = ${from}`)
  return moved === 1
}

const settleOne: Record<Waiting['kind'], (tx: Tx, sale: Waiting, market: Market) => Promise<void>> = {
  guarantee: settleGuarantee,
  quote: settleQuote,
  order: settleOrder,
}

/** Void, unless its order was being made when the window was approved: then that order is a sale of the window. */
async function settleGuarantee(tx: Tx, sale: Waiting, market: Market) {
  const ended = await tx.run(sql`
    update orders.guarantees set released_at = now(), released_because = 'price_window'
    where id = ${sale.id} and used_at is null and released_at is null and expires_at > now()`)
  const order = await tx.row<{ id: string }>(sql`select id from orders.orders where guarantee_id = ${sale.id}`)
  if (order) await addOrder(tx, sale, order.id, market)
  await moveSale(tx, sale, ['waiting', ended > 0 ? 'void' : 'over'])
}

async function addOrder(tx: Tx, { windowId }: Waiting, orderId: string, market: Market) {
  const window = await tx.row<{ store: string; from: Date; to: Date; tick: bigint }>(sql`
    select store, from_at as "from", to_at as "to", level_tick as tick from orders.price_windows where id = ${windowId}`)
  const level = window && (await findLevelAfter(tx, { store: window.store, after: window.to, tickId: window.tick }))
  if (level) await keepSales(tx, windowId, await findSalesOf(tx, { ...window, level, market }, orderId))
}

/** Void, unless an order was being carried out or cancelled by it: then that is a sale of the window. */
async function settleQuote(tx: Tx, sale: Waiting, market: Market) {
  const ended = await tx.run(sql`
    update orders.quotes set expires_at = now() where id = ${sale.id} and used_at is null and expires_at > now()`)
  const used = await tx.row<{ id: string }>(sql`
    select order_id as id from orders.quotes where id = ${sale.id} and used_at is not null`)
  if (used) await addOrder(tx, sale, used.id, market)
  await moveSale(tx, sale, ['waiting', ended > 0 ? 'void' : 'over'])
}

/** By the state that the order is in now, with its rows held: it may have been paid, cancelled or prepared since. */
async function settleOrder(tx: Tx, sale: Waiting) {
  const held = await holdOrder(tx, sale.id)
  const { state } = held.order
  if (state === 'pending_payment') return endUnpaid(tx, sale, held)
  if (state === 'paid') return askBuyer(tx, sale, held)
  if (state === 'preparing') return void (await moveSale(tx, sale, ['waiting', 'listed'], 'prepared'))
  const hasLeft = state === 'shipped' || state === 'ready_for_pickup' || state === 'completed'
  await moveSale(tx, sale, ['waiting', hasLeft ? 'listed' : 'over'], hasLeft ? 'gone' : null)
}

async function endUnpaid(tx: Tx, sale: Waiting, held: HeldOrder) {
  if (!(await moveSale(tx, sale, ['waiting', 'ended']))) return
  await endOrder(tx, held, { because: 'price_window', actor: 'system', says: 'sold at a wrong price' })
  const { number, member_id, store } = held.order
  const contact = { ...(await findContact(tx, member_id)), store }
  await queueMail(tx, {
    ...{ ...contact, template: 'order_price_ended', values: { number } },
    onceKey: `order_price_ended:${sale.id}`,
  })
}

async function askBuyer(tx: Tx, sale: Waiting, { order }: HeldOrder) {
  if (!(await moveSale(tx, sale, ['waiting', 'choosing']))) return
  const row = await tx.row<{ currency: Currency; total: bigint }>(sql`
    select currency, right_total_minor as total from orders.window_sales where kind = 'order' and sale_id = ${sale.id}`)
  if (!row) throw new Error('a sale of a price window disappeared')
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const values = {
    number: order.number,
    paid: amountOf(order.total_minor, order.currency),
    right: amountOf(row.total, row.currency),
    hours: String(settings.priceWindow.chooseSeconds / 3600),
  }
  await queueMail(tx, {
    ...{ ...contact, template: 'order_price_choice', values },
    onceKey: `order_price_choice:${sale.id}`,
  })
}
