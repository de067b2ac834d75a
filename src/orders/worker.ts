/** Rounds of the orders area: orders whose time is up, choices, promises, and what is kept long enough. */
import { holdStatements, isCovered, isProposedFor } from '../bank/coverage-queries.ts'
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { workRuns } from './bulk/work-runs.ts'
import { expireOrder } from './cancel/cancel-order.ts'
import { forgetOrders } from './core/forget-order.ts'
import { forgetQuotes } from './core/quotes.ts'
import { expireDrafts } from './drafts/end-draft.ts'
import { sweepExposure } from './exposure/commitments.ts'
import { endChoices } from './price-windows/choose-price.ts'
import { settleSales } from './price-windows/settle-sales.ts'
import { endTradeChoices } from './price-windows/settle-trades.ts'
import { endPictures } from './refunds/end-pictures.ts'
import { returnUnchosen } from './review/choose-review.ts'
import { isEndDue, putOffEnd } from './review/put-off-end.ts'
import { bookSales } from './sales/book-sale.ts'

export function startOrdersWorker(karat: Bag<'orders'>): Worker {
  const failed = (error: unknown) => karat.log.warn({ err: error }, 'round of orders failed')
  const rounds = [
    everySeconds(5, () => expireOrders(karat), failed),
    everySeconds(20, () => returnUnchosen(karat), failed),
    everySeconds(20, () => expireDrafts(karat), failed),
    everySeconds(10, () => sweepExposure(karat.db, { due: true }), failed),
    everySeconds(2, () => settleSales(karat), failed),
    everySeconds(1, () => workRuns(karat), failed),
    everySeconds(20, () => endChoices(karat), failed),
    everySeconds(20, () => endTradeChoices(karat), failed),
    everySeconds(20, () => bookSales(karat.db), failed),
    everySeconds(3600, () => forgetQuotes(karat.db), failed),
    everySeconds(3600, () => endPictures(karat), failed),
    everySeconds(3600, () => forgetAndTell(karat), failed),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

async function forgetAndTell(karat: Bag<'orders'>): Promise<void> {
  const orders = await forgetOrders(karat)
  if (orders > 0) karat.log.info({ event: 'orders_forgotten', orders }, 'kept long enough')
}

/** Expires unpaid orders whose time is up by the database's clock; each in a transaction of its own, so that none holds up another. */
export async function expireOrders(karat: Bag<'orders'>): Promise<number> {
  let expired = 0
  for (const order of await listOverdue(karat.db)) {
    const moved = await expireAndTell(karat, order).catch((error) =>
      putOffEnd(karat, order.id, { error, says: 'order cannot be expired' }),
    )
    if (moved) expired++
  }
  return expired
}

const expireAndTell = (karat: Bag<'orders'>, order: Overdue): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    if (order.byBank && !(await isOverStill(tx, order))) return false
    if (!(await expireOrder(tx, order))) return false
    const contact = { ...(await findContact(tx, order.memberId)), store: order.store }
    await queueMail(tx, {
      ...contact,
      template: 'order_expired',
      values: { number: order.number },
      onceKey: `order_expired:${order.id}`,
    })
    return true
  })

type Overdue = { id: string; number: string; store: string; memberId: string; grams: bigint; byBank: boolean }

const listOverdue = (db: Queryable) =>
  db.rows<Overdue>(sql`
    select id, number, store, member_id as "memberId", grams_e4 as grams, transfer_until is not null as "byBank" from orders.orders
    where state = 'pending_payment' and expires_at <= now() and (transfer_until is null or ${isTransferOver}) and ${isEndDue} order by expires_at limit 100`)

/** A transfer is in time that the bank booked by then: until its statement is imported nobody knows. */
const isTransferOver: Sql = sql`
  (transfer_until <= now() and ${isCovered(sql`orders.store`, sql`transfer_until`)}
    and not ${isProposedFor(sql`orders.id`, sql`transfer_until`)})`

/** Judged again while no statement is imported: the list was read before. */
async function isOverStill(tx: Tx, { id, store }: Overdue): Promise<boolean> {
  await holdStatements(tx, store)
  return (await tx.row(sql`select from orders.orders where id = ${id} and ${isTransferOver}`)) !== undefined
}
