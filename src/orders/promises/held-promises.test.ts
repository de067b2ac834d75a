/** A halt that holds what was promised: judged by the database where the promise is used, with the time of the hold given back. */
import { beforeEach, expect, test } from 'vitest'
import { imported, linesOf, statementOf, transfer } from '../../../tests/support/bank.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call, guaranteed, notify, payable, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { expireOrders } from '../worker.ts'

const sound = openShop()
/** The controls work on a database of their own. */
const broken = openShop()
let desk: TestStaff
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    fakeAcquirer(shop)
    await shop.karat.db.run(
      sql`update pricing.halts set resumed_at = now(), resumed_by = 'test', resumed_because = 'test' where resumed_at is null`,
    )
    await shop.karat.prices.refresh()
    await freshTick(shop)
  }
  desk = await staffSignedIn(sound, 'desk')
})

const halt = (guarantees?: 'honoured' | 'held') =>
  askStaff(sound, desk, '/prices/halt', { store: 'id', reason: 'Odd numbers', ...(guarantees ? { guarantees } : {}) })
const resume = () => askStaff(sound, desk, '/prices/resume', { store: 'id', reason: 'Looked into' })
/** Another instance has halted, and this one has heard nothing. */
const haltUnheard = ({ karat }: Shop) =>
  karat.db.run(sql`insert into pricing.halts (store, halted_by, reason, guarantees, hold_seconds)
    values ('id', 'staff', 'Odd numbers', 'held', 7200)`)
/** As if what is open had been halted so long ago. */
const haltedBefore = (interval: string) =>
  asOwner(sound.connectionString, [
    `update pricing.halts set halted_at = halted_at - '${interval}'::interval where resumed_at is null`,
  ])
const secondsLeft = async (id: string) =>
  (
    await sound.karat.db.row<{ left: number }>(sql`
      select extract(epoch from expires_at - now())::int as left from (
        select id, expires_at from orders.guarantees union all select id, expires_at from orders.orders) as promised
      where id = ${id}`)
  )?.left ?? 0

test('honoured is the default: what was guaranteed is ordered and paid during the halt', async () => {
  const member = await signedIn(sound)
  const { guarantee_id } = await guaranteed(sound, member, await someSku(sound))
  expect((await halt()).data).toEqual({ changed: true })
  const order = await call<{ order_id: string }>(sound, member, '/product/submit_order', { guarantee_id })
  expect(order.http).toBe(200)
  const paying = { order_id: order.data.order_id, method: 'card' }
  expect((await call(sound, member, '/product/pay_order', paying)).http).toBe(200)
})

test('held: submit and pay are refused until resume, by an instance that has heard nothing too, and leave no trace', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const order = await submitted(sound, member, skuId)
  const open = await payable(sound, member, skuId)
  const { guarantee_id } = await guaranteed(sound, member, skuId)
  const before = await stockOf(sound, skuId)
  await haltUnheard(sound)
  expect(await call(sound, member, '/product/submit_order', { guarantee_id })).toMatchObject({
    http: 409,
    error: 'price_on_hold',
  })
  const paying = { order_id: order.order_id, method: 'card' }
  expect((await call(sound, member, '/product/pay_order', paying)).error).toBe('price_on_hold')
  const pay = { payment_id: open.payment.payment_id }
  expect((await call<{ pay_url: string | null }>(sound, member, '/payment/getPay', pay)).data.pay_url).toBe(null)
  expect(await stockOf(sound, skuId)).toBe(before)
  expect(await sound.karat.db.row(sql`select used_at from orders.guarantees where id = ${guarantee_id}`)).toEqual({
    used_at: null,
  })
  await resume()
  expect((await call(sound, member, '/product/submit_order', { guarantee_id })).http).toBe(200)
  expect((await call(sound, member, '/product/pay_order', paying)).http).toBe(200)
})

test('money that arrives during a hold pays its order: the member had gone to the bank before', async () => {
  const member = await signedIn(sound)
  const { order, payment } = await payable(sound, member, await someSku(sound))
  await halt('held')
  await notify(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(sound)
  expect(await stateOf(sound, order.order_id)).toBe('paid')
})

test('what was promised ends as much later as it was held; what is honoured ends when it did', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const { order_id } = await submitted(sound, member, skuId)
  const { guarantee_id } = await guaranteed(sound, member, skuId)
  const [guarantee, order] = [await secondsLeft(guarantee_id), await secondsLeft(order_id)]
  await halt('held')
  await haltedBefore('20 minutes')
  await expireOrders(sound.karat)
  await resume()
  expect(Math.abs((await secondsLeft(guarantee_id)) - guarantee - 1200)).toBeLessThan(30)
  expect(Math.abs((await secondsLeft(order_id)) - order - 1200)).toBeLessThan(30)
  const after = await guaranteed(sound, member, skuId)
  await halt('honoured')
  await haltedBefore('20 minutes')
  await resume()
  expect(Math.abs((await secondsLeft(after.guarantee_id)) - guarantee)).toBeLessThan(30)
})

/** An order that waits for a transfer, whose other ways to pay are over. */
async function transferOnly(shop: Shop) {
  const member = await signedIn(shop)
  const { order_id } = await submitted(shop, member, await someSku(shop))
  const choose = (method: string) => call(shop, member, '/product/pay_order', { order_id, method })
  await choose('bank_transfer')
  await asOwner(shop.connectionString, [
    `update orders.orders set expires_at = now() - interval '1 minute' where id = '${order_id}'`,
  ])
  return { id: order_id, choose }
}
const timesOf = ({ karat }: Shop, id: string) =>
  karat.db.row<{ other: number; transfer: number }>(sql`
    select extract(epoch from expires_at)::int as other, extract(epoch from transfer_until)::int as transfer from orders.orders where id = ${id}`)

test('a halt makes the time of a transfer longer, and opens no way to pay whose own time was over', async () => {
  const { id, choose } = await transferOnly(sound)
  const before = await timesOf(sound, id)
  await halt('held')
  expect(await timesOf(sound, id)).toEqual({ other: before?.other, transfer: (before?.transfer ?? 0) + 7200 })
  await haltedBefore('20 minutes')
  await resume()
  expect((await timesOf(sound, id))?.other).toBe(before?.other)
  expect((await choose('card')).error).toBe('payment_closed')
})

test('money that the bank booked in the time that a halt gave keeps its order until somebody confirms it', async () => {
  const sent = await transfer(sound)
  const { order_id } = sent.order
  await halt('held')
  await haltedBefore('2 hours')
  await resume()
  // The time that the halt gave ends with the beginning of this day, by which the bank booked it.
  const today = `date_trunc('day', now() at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta'`
  await asOwner(sound.connectionString, [
    `update payments.payments p set expires_at = p.expires_at - (o.transfer_until - ${today}) from orders.orders o
       where p.subject_id = o.id and o.id = '${order_id}'`,
    `update orders.orders set expires_at = now() - interval '1 day', transfer_until = ${today} where id = '${order_id}'`,
  ])
  await imported(sound, desk, await statementOf(sound, [{ text: sent.reference, amount: sent.amount }]))
  const [line] = await linesOf(sound, sent)
  expect(line).toMatchObject({ state: 'proposed', why: ['late'] })
  await expireOrders(sound.karat)
  expect(await stateOf(sound, order_id)).toBe('pending_payment')
  const body = { line_id: line?.id, reason: 'booked before the halt was over' }
  expect((await askStaff(sound, await staffSignedIn(sound, 'desk'), '/bank/confirm', body)).error).toBeNull()
  expect(await stateOf(sound, order_id)).toBe('paid')
})

/** A transfer is chosen again while a halt makes its time longer. */
async function chosenBesideHalt(shop: Shop, change: (text: string) => string = (text) => text) {
  const { id, choose } = await transferOnly(shop)
  const before = await timesOf(shop, id)
  let held: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (!text.includes('set transfer_until = coalesce')) return text
    held ??= shop.karat.db.run(
      sql`update orders.orders set transfer_until = transfer_until + interval '2 hours' where id = ${id}`,
    )
    await held
    return change(text)
  }
  await choose('bank_transfer')
  shop.intercept.current = undefined
  return ((await timesOf(shop, id))?.transfer ?? 0) - (before?.transfer ?? 0)
}

test('a transfer that is chosen again beside a halt keeps the time that the halt gave', async () => {
  expect(await chosenBesideHalt(sound)).toBe(7200)
})

test('control: written as it was read, that time is lost', async () => {
  const blind = (text: string) => text.replace(/coalesce\(transfer_until, (\$\d+)\)/, '$1')
  expect(await chosenBesideHalt(broken, blind)).toBe(0)
})

test('a hold keeps nobody’s stock for ever: after two hours more the order ends and says so', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const before = await stockOf(sound, skuId)
  const { order_id } = await submitted(sound, member, skuId)
  const left = await secondsLeft(order_id)
  await halt('held')
  expect(Math.abs((await secondsLeft(order_id)) - left - 7200)).toBeLessThan(30)
  await sound.karat.db.run(
    sql`update orders.orders set expires_at = expires_at - interval '2 hours 40 minutes' where id = ${order_id}`,
  )
  await expireOrders(sound.karat)
  expect([await stateOf(sound, order_id), await stockOf(sound, skuId)]).toEqual(['expired', before])
})

test('the office sees what was chosen, and only a choice that there is', async () => {
  expect((await askStaff(sound, desk, '/prices/halt', { store: 'id', reason: 'Odd', guarantees: 'sold' })).status).toBe(
    422,
  )
  await halt('held')
  const { data } = await askStaff(sound, desk, '/prices/now')
  const stores = data.stores as { store: string; halt: { guarantees: string } | null }[]
  expect(stores.find(({ store }) => store === 'id')?.halt?.guarantees).toBe('held')
  const [log] = await sound.karat.db.rows(
    sql`select details from staff.actions where person_id = ${desk.id} and outcome = 'done'`,
  )
  expect(log).toEqual({ details: { guarantees: 'held' } })
})

/** Ten submits of ten guarantees, which have all claimed theirs when the halt commits. */
async function submitsBesideHalt(shop: Shop, plant: (text: string) => string = (text) => text) {
  const members = await Promise.all(Array.from({ length: 10 }, () => signedIn(shop)))
  const skuId = await someSku(shop)
  const held = await Promise.all(members.map((member) => guaranteed(shop, member, skuId)))
  const meet = meetingAt('update orders.guarantees set used_at', 10)
  let halted: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    await meet(text)
    if (text.includes('update orders.guarantees set used_at')) {
      halted ??= haltUnheard(shop)
      await halted
    }
    return plant(text)
  }
  const answers = await Promise.all(
    members.map((member, n) => call(shop, member, '/product/submit_order', { guarantee_id: held[n]?.guarantee_id })),
  )
  shop.intercept.current = undefined
  return answers.filter(({ http }) => http === 200).length
}

test('ten submits beside the halt that holds: none is taken once it has committed, whatever memory says', async () => {
  expect(await submitsBesideHalt(sound)).toBe(0)
})

test('control: submits that do not ask the database sell through the hold, and that is seen', async () => {
  let planted = false
  const sold = await submitsBesideHalt(broken, (text) => {
    if (!text.includes("then 'guarantee_void'")) return text
    planted = true
    return text.replace("guarantees = 'held'", "guarantees = 'planted'")
  })
  expect(planted).toBe(true)
  expect(sold).toBe(10)
})
