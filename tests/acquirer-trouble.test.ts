/** Shop and acquirer together over HTTP where the acquirer is difficult: part captures, corrections, early notices, charges to close, disputes. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { sql } from '../src/db/database.ts'
import type { PaymentViewData, SubmittedView } from '../src/orders/contract.ts'
import { expireOrders } from '../src/orders/worker.ts'
import type { PaymentProvider } from '../src/payments/contract.ts'
import { closeCharges } from '../src/payments/process-event.ts'
import { processWaitingEvents } from '../src/payments/worker.ts'
import { type Scenario, testCards } from '../src/sandbox/card-rules.ts'
import { startSandboxWorker } from '../src/sandbox/worker.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { stateOf } from './support/money-back.ts'
import { freshTick } from './support/prices.ts'
import { freePort } from './support/process.ts'
import { ask, call, payable, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'

const port = await freePort()
const shop = openShop({ PORT: String(port) })
let member: TestMember
let acquirer: PaymentProvider

beforeAll(async () => {
  await shop.app.listen({ port, host: '127.0.0.1' })
  acquirer = shop.karat.providers.get('sandbox') as PaymentProvider
  const worker = startSandboxWorker(shop.karat)
  return () => worker.stop()
})
beforeEach(async () => {
  shop.karat.providers.set('sandbox', acquirer)
  await freshTick(shop)
  member = await signedIn(shop)
})

type Charged = { order: SubmittedView; payment: PaymentViewData }
async function charged(): Promise<Charged> {
  const { order, payment } = await payable(shop, member, await someSku(shop))
  const { payment_id } = payment
  return { order, payment: await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id }) }
}
const cardPage = (payment: PaymentViewData) => `http://127.0.0.1:${port}${new URL(payment.pay_url ?? '').pathname}`
const payWith = (payment: PaymentViewData, card: Scenario) =>
  fetch(cardPage(payment), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card_number: testCards[card].number, expiry: '12/40', cvc: '123', name: 'Ratna' }),
  })
const chargeOf = (payment: PaymentViewData) =>
  shop.karat.db.row<{ id: string; state: string }>(
    sql`select id, state from sandbox.charges where reference = ${payment.payment_id}`,
  )
const bookedOf = async (payment: PaymentViewData) => {
  const row = await shop.karat.db.row<{
    state: string
    captured: bigint | null
    short: bigint
    allocated: bigint | null
  }>(sql`
    select state, captured_minor as captured, short_minor as short, allocated_minor as allocated
    from payments.payments where id = ${payment.payment_id}`)
  return row
}
const orderBecomes = (order: SubmittedView, state: string) =>
  expect.poll(() => stateOf(shop, order.order_id), { timeout: 10_000 }).toBe(state)
/** The bank does now what it would do a little later. */
const bankGoesOn = (payment: PaymentViewData) =>
  shop.karat.db.run(sql`
    update sandbox.charges set correct_at = case when correct_at is not null then now() end,
      dispute_at = case when dispute_at is not null then now() end where reference = ${payment.payment_id}`)
const closeNow = async () => {
  await shop.karat.db.run(sql`update payments.closings set next_try_at = now()`)
  await closeCharges(shop.karat)
}
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])

test.each<[Scenario, bigint, object]>([
  ['corrected_up', 150n, { short: 0n }],
  ['corrected_down', 50n, {}],
  ['corrected_nothing', 0n, {}],
])(
  'a card whose capture is %s: the difference is booked by a notice, and the order keeps what it was paid',
  async (card, percent, more) => {
    const { order, payment } = await charged()
    await payWith(payment, card)
    await orderBecomes(order, 'paid')
    await bankGoesOn(payment)
    const total = BigInt(payment.amount)
    await expect
      .poll(async () => (await bookedOf(payment))?.captured, { timeout: 10_000 })
      .toBe((total * percent) / 100n)
    expect(await bookedOf(payment)).toMatchObject({ allocated: total, ...more })
    await clean()
  },
)

test('a card that is captured in parts: reviewed, and all of it is there for the choice', async () => {
  const { order, payment } = await charged()
  await payWith(payment, 'in_parts')
  await orderBecomes(order, 'payment_review')
  await bankGoesOn(payment)
  await expect.poll(async () => (await bookedOf(payment))?.captured, { timeout: 10_000 }).toBe(BigInt(payment.amount))
  const quote = await ask<{ quote_id: string; short: string }>(shop, member, '/order/review_quote', {
    order_id: order.order_id,
  })
  expect(quote.short).toBe('0')
  await clean()
})

test('a signed notice of a charge that is open pays nothing', async () => {
  const { order, payment } = await charged()
  await payWith(payment, 'told_early')
  const asked = async () =>
    (
      await shop.karat.db.row<{ asked: number }>(
        sql`select asked from payments.events where payload->>'reference' = ${payment.payment_id}`,
      )
    )?.asked
  await expect.poll(asked, { timeout: 10_000 }).toBe(1)
  for (let round = 0; round < 4; round++) {
    await shop.karat.db.run(sql`update payments.events set next_try_at = now() where processed_at is null`)
    await processWaitingEvents(shop.karat)
  }
  expect(await stateOf(shop, order.order_id)).toBe('pending_payment')
  await payWith(payment, 'success')
  await orderBecomes(order, 'paid')
  await clean()
})

test.each(['won', 'lost'] as const)(
  'a dispute that is %s is opened and decided by what the acquirer says of it',
  async (end) => {
    const { order, payment } = await charged()
    await payWith(payment, `dispute_${end}`)
    await orderBecomes(order, 'paid')
    await bankGoesOn(payment)
    const dispute = () =>
      shop.karat.db.row<{ state: string }>(
        sql`select state from payments.disputes where payment_id = ${payment.payment_id}`,
      )
    await expect.poll(dispute, { timeout: 10_000 }).toEqual({ state: 'open' })
    await shop.karat.db.run(sql`update sandbox.disputes set decide_at = now() where state = 'open'`)
    await expect.poll(dispute, { timeout: 10_000 }).toEqual({ state: end })
    await clean()
  },
)

test.each(['won', 'lost'] as const)(
  'a dispute that turns is %s in the end, in the books as at the acquirer',
  async (end) => {
    const { order, payment } = await charged()
    await payWith(payment, `dispute_turned_${end}`)
    await orderBecomes(order, 'paid')
    await bankGoesOn(payment)
    const states = async () =>
      (
        await shop.karat.db.rows<{ state: string }>(sql`
        select r.state from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id
        where payment_id = ${payment.payment_id} order by r.number`)
      ).map(({ state }) => state)
    await expect.poll(states, { timeout: 10_000 }).toEqual(['open'])
    await shop.karat.db.run(sql`update sandbox.disputes set decide_at = now() where state = 'open'`)
    const first = end === 'won' ? 'lost' : 'won'
    await expect.poll(states, { timeout: 10_000 }).toEqual(['open', first])
    await shop.karat.db.run(sql`update sandbox.disputes set turn_at = now() where turn_at is not null`)
    await expect.poll(states, { timeout: 10_000 }).toEqual(['open', first, end])
    await clean()
  },
)

test('the card page of a cancelled order takes no more money', async () => {
  const { order, payment } = await charged()
  expect((await call(shop, member, '/order/cancel_order', { order_id: order.order_id })).http).toBe(200)
  await closeNow()
  expect([(await chargeOf(payment))?.state, (await bookedOf(payment))?.state]).toEqual(['closed', 'expired'])
  await payWith(payment, 'success')
  const page = await (await fetch(cardPage(payment), { headers: { cookie: 'language=en-US' } })).text()
  expect(page).toContain('Closed by the shop')
  expect(page).not.toContain('<form')
  expect((await chargeOf(payment))?.state).toBe('closed')
  await clean()
})

test('nor does that of an order that expired', async () => {
  const { order, payment } = await charged()
  await shop.karat.db.run(
    sql`update orders.orders set expires_at = now() - interval '1 second' where id = ${order.order_id}`,
  )
  expect(await expireOrders(shop.karat)).toBe(1)
  await closeNow()
  expect((await chargeOf(payment))?.state).toBe('closed')
})

test('what was captured before the charge could be closed is late money, and goes back', async () => {
  const { order, payment } = await charged()
  shop.karat.providers.set('sandbox', { ...acquirer, findCharge: async () => ({ outcome: 'unknown' }) })
  await payWith(payment, 'late_notice')
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
  await closeNow()
  expect((await chargeOf(payment))?.state).toBe('captured')
  expect(await bookedOf(payment)).toMatchObject({
    state: 'captured',
    captured: BigInt(payment.amount),
    allocated: null,
  })
  const back = await shop.karat.db.row(
    sql`select amount_minor as amount from payments.refunds where subject_id = ${order.order_id}`,
  )
  expect(back).toEqual({ amount: BigInt(payment.amount) })
  await clean()
})

test('an acquirer that does not answer is asked to close again, and a bank that is at it is waited for', async () => {
  const { order, payment } = await charged()
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
  shop.karat.providers.set('sandbox', { ...acquirer, closeCharge: async () => ({ outcome: 'unknown' }) })
  await closeNow()
  const waits = () =>
    shop.karat.db.row<{ tries: number; later: boolean }>(sql`
      select tries, next_try_at > now() as later from payments.closings where subject_id = ${order.order_id}`)
  expect(await waits()).toEqual({ tries: 1, later: true })
  expect((await chargeOf(payment))?.state).toBe('open')
  shop.karat.providers.set('sandbox', acquirer)

  await payWith(payment, 'timeout')
  await closeNow()
  expect([(await chargeOf(payment))?.state, (await bookedOf(payment))?.state]).toEqual(['open', 'pending'])
  await shop.karat.db.run(sql`update sandbox.charges set capture_at = now() where reference = ${payment.payment_id}`)
  await closeNow()
  expect((await bookedOf(payment))?.state).toBe('captured')
  await clean()
})
