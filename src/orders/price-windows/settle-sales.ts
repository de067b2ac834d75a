/** What becomes of the sales of a price window: one transaction a sale, taken up again after a crash, none of them twice. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { endOrder, type HeldOrder, holdOrder } from '../give-up/end-order.ts'
import { settlePurchase, settleTrade, settleTradeQuote } from './settle-trades.ts'
import { addSale, moveSale, postpone, type Reach, type Waiting } from './window-sales.ts'

/** Settles the sales that wait, those that a crash left behind included; one that fails does not hold up the others. */
export async function settleSales(karat: Reach): Promise<number> {
  let settled = 0
  for (const sale of await listWaiting(karat.db))
    await karat.db
      .transaction((tx) => settleOne[sale.kind](tx, sale, karat))
      .then(() => settled++)
      .catch((error) => postpone(karat, sale, error))
  await finishWindows(karat.db)
  return settled
}

const listWaiting = (db: Queryable) =>
  db.rows<Waiting>(sql`
    select kind, sale_id as id, window_id as "windowId" from orders.window_sales
    where state = 'waiting' and next_try_at <= now() order by next_try_at, kind, sale_id limit 200`)

const finishWindows = (db: Queryable) =>
  db.run(sql`
    update orders.price_windows w set finished_at = now() where finished_at is null
      and not exists (select from orders.window_sales s where s.window_id = w.id and s.state in ('waiting', 'choosing'))`)

const settleOne: Record<Waiting['kind'], (tx: Tx, sale: Waiting, karat: Reach) => Promise<void>> = {
  guarantee: settleGuarantee,
  quote: settleQuote,
  order: settleOrder,
  trade_quote: settleTradeQuote,
  purchase: settlePurchase,
  trade: settleTrade,
}

/** Void, unless its order was being made when the window was approved: then that order is a sale of the window. */
async function settleGuarantee(tx: Tx, sale: Waiting, { market }: Reach) {
  const ended = await tx.run(sql`
    update orders.guarantees set released_at = now(), released_because = 'price_window'
    where id = ${sale.id} and used_at is null and released_at is null and expires_at > now()`)
  const order = await tx.row<{ id: string }>(sql`select id from orders.orders where guarantee_id = ${sale.id}`)
  if (order) await addSale(tx, sale, order.id, market)
  await moveSale(tx, sale, ['waiting', ended > 0 ? 'void' : 'over'])
}

/** Void, unless an order was being carried out or cancelled by it: then that is a sale of the window. */
async function settleQuote(tx: Tx, sale: Waiting, { market }: Reach) {
  const ended = await tx.run(sql`
    update orders.quotes set expires_at = now() where id = ${sale.id} and used_at is null and expires_at > now()`)
  const used = await tx.row<{ id: string }>(sql`
    select order_id as id from orders.quotes where id = ${sale.id} and used_at is not null`)
  if (used) await addSale(tx, sale, used.id, market)
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
