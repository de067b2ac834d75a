/** What fails is put off without waiting for whoever holds it at that moment: it stays due, and the round goes on. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
} from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, guaranteed, knock, payable, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { closeWindow, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { type Sql, sql } from '../../db/database.ts'
import type { PaymentProvider } from '../../payments/contract.ts'
import { processPaymentEvent } from '../../payments/process-event.ts'
import { sweepExposure } from '../exposure/commitments.ts'
import { settleSales } from '../price-windows/settle-sales.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  fakeAcquirer(shop)
  await freshTick(shop)
})

type Two = [string, string]
const both = async (one: (at: 0 | 1) => Promise<string>): Promise<Two> => [await one(0), await one(1)]

async function paid(): Promise<{ buyers: [TestMember, TestMember]; ids: Two }> {
  const buyers: [TestMember, TestMember] = [await signedIn(shop), await signedIn(shop)]
  const skuId = await someSku(shop)
  return { buyers, ids: await both(async (at) => (await paidOrder(shop, buyers[at], skuId)).order.order_id) }
}
async function cancelled(): Promise<Two> {
  const { ids } = await paid()
  await settlePapers(shop.karat)
  for (const id of ids) await moveThrough(shop, id, 'cancelled')
  return ids
}
async function refunded(): Promise<Two> {
  const { buyers, ids } = await paid()
  await settlePapers(shop.karat)
  for (const [at, buyer] of buyers.entries()) {
    const { quote_id } = await quoted(shop, buyer, ids[at] ?? '')
    await ask(shop, buyer, '/order/cancel_order', { order_id: ids[at], quote_id })
  }
  await refundsDone(shop)
  return both(async (at) => (await refundsOf(shop, ids[at]))[0]?.id ?? '')
}
async function sentAgain(): Promise<Two> {
  const { ids } = await paid()
  return both(async (at) => {
    await shop.karat.db.run(sql`insert into orders.shipments (order_id, carrier, tracking, shipped_by)
      values (${ids[at]}, 'jne', 'CGK-00481-77', 'staff:test')`)
    const lost = await shop.karat.db.row<{ id: bigint }>(sql`
      insert into orders.lost_parcels (order_id, parcel, reason, reported_by, ended, ended_at, ended_by)
      values (${ids[at]}, 1, 'Lost', 'staff:test', 'sent_again', now(), 'staff:test') returning id`)
    return String(lost?.id)
  })
}
async function soldAtWrongPrice(): Promise<Two> {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { orders, bounds } = await soldWrong(shop, async () => ({
    orders: await both(async () => (await submitted(shop, member, skuId)).order_id),
  }))
  await closeWindow(shop, bounds)
  return orders
}

/** `work` while somebody else holds `rows`. */
async function whileHeld<T>({ text, values }: Sql, work: () => Promise<T>): Promise<T> {
  const holder = await shop.karat.db.pool.connect()
  await holder.query('begin')
  try {
    expect((await holder.query(text, values)).rowCount).toBe(1)
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const papers = () => settlePapers(shop.karat)
const ofOrders = (id: string) => sql`select papers_next_try_at > now() as off from orders.orders where id = ${id}`
const ofLosses = (id: string) => sql`select papers_next_try_at > now() as off from orders.lost_parcels where id = ${id}`
const ofRefunds = (id: string) => sql`select papers_next_try_at > now() as off from payments.refunds where id = ${id}`
const ofSales = (id: string) => sql`select next_try_at > now() as off from orders.window_sales where sale_id = ${id}`

test.each([
  ['an invoice', async () => (await paid()).ids, ofOrders, 'waited_long', papers],
  ['pieces to give back', cancelled, ofOrders, 'set pieces_settled_at', papers],
  ['a correction', sentAgain, ofLosses, 'papers_at is null for no key update', papers],
  ['a credit note', refunded, ofRefunds, 'allocated_minor > 0 for no key update', papers],
  ['a sale of a price window', soldAtWrongPrice, ofSales, 'from orders.orders', () => settleSales(shop.karat)],
] as const)('%s that fails while somebody holds it keeps no other from its turn', async (_, make, row, part, round) => {
  const [held, other] = await make()
  shop.intercept.current = (text) => {
    if (text.includes(part)) throw new Error('the connection was cut')
    return text
  }
  const { text, values } = row(held)
  await whileHeld({ text: `${text} for update`, values } as Sql, (): Promise<unknown> => round())
  shop.intercept.current = undefined
  const isPutOff = async (id: string) => (await shop.karat.db.row<{ off: boolean | null }>(row(id)))?.off ?? false
  expect([await isPutOff(held), await isPutOff(other)]).toEqual([false, true])
})

test.each(['the notice', 'its payment'] as const)(
  'a notice that nobody answers is put off without waiting for who holds %s',
  async (what) => {
    const { payment } = await payable(shop, await signedIn(shop), await someSku(shop))
    const real = shop.karat.providers.get('sandbox') as PaymentProvider
    shop.karat.providers.set('sandbox', { ...real, findCharge: async () => ({ outcome: 'unknown' }) })
    const event = { provider: 'sandbox', eventId: `evt_${payment.payment_id}` }
    await knock(shop, { reference: payment.payment_id, amount: payment.amount, id: event.eventId })
    const asked = () =>
      shop.karat.db.row<{ n: number }>(sql`select asked as n from payments.events where event_id = ${event.eventId}`)
    await expect.poll(asked).toEqual({ n: 1 })
    const row =
      what === 'the notice'
        ? sql`select from payments.events where event_id = ${event.eventId} for update`
        : sql`select from payments.payments where id = ${payment.payment_id} for update`
    expect(await whileHeld(row, () => processPaymentEvent(shop.karat, event))).toBe('waiting')
    expect(await asked()).toEqual({ n: what === 'the notice' ? 1 : 2 })
  },
)

test('what somebody is bound to and holds at this moment keeps no other from being looked at later', async () => {
  const skuId = await someSku(shop)
  const [held, other] = await both(async () => (await guaranteed(shop, await signedIn(shop), skuId)).guarantee_id)
  await shop.karat.db.run(sql`update orders.commitments set look_at = now()`)
  const row = (id: string) => sql`select look_at > now() as off from orders.commitments where guarantee_id = ${id}`
  const { text, values } = row(held)
  await whileHeld({ text: `${text} for update`, values } as Sql, () => sweepExposure(shop.karat.db, { due: true }))
  expect([await shop.karat.db.row(row(held)), await shop.karat.db.row(row(other))]).toEqual([
    { off: false },
    { off: true },
  ])
})
