/** Shop and acquirer together, over HTTP as with any outside provider: charges, time-outs, trouble, and what the shop finds out by asking (G5). */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { sql } from '../src/db/database.ts'
import type { OrderInfoView, PaymentViewData } from '../src/orders/contract.ts'
import { askForRefunds } from '../src/payments/process-refund.ts'
import { askAboutPayments } from '../src/payments/worker.ts'
import { type Scenario, testCards } from '../src/sandbox/card-rules.ts'
import { startSandboxWorker } from '../src/sandbox/worker.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { freePort } from './support/process.ts'
import { ask, payable, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'

const port = await freePort()
const shop = openShop({ PORT: String(port) })
let member: TestMember

beforeAll(async () => {
  await shop.app.listen({ port, host: '127.0.0.1' })
  const worker = startSandboxWorker(shop.karat)
  return () => worker.stop()
})
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
})

const charged = async () => {
  const { order, payment } = await payable(shop, member, await someSku(shop))
  return {
    order,
    payment: await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id }),
  }
}
const stateOf = async (orderId: string) =>
  (await ask<OrderInfoView>(shop, member, '/order/order_info', { order_id: orderId })).state
const chargesOf = async (paymentId: string) =>
  (
    await shop.karat.db.row<{ n: number }>(
      sql`select count(*)::int as n from sandbox.charges where reference = ${paymentId}`,
    )
  )?.n

/** Fills the acquirer's card form, as the member's browser does. */
async function payWith(payment: PaymentViewData, card: Scenario) {
  const form = { card_number: testCards[card].number, expiry: '12/40', cvc: '123', name: 'Ratna' }
  const response = await fetch(`http://127.0.0.1:${port}${new URL(payment.pay_url ?? '').pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  })
  return response.headers.get('location')
}

/** The shop asks now about what it would ask a minute later. */
async function shopAsks(paymentId: string) {
  await shop.karat.db.run(
    sql`update payments.payments set checked_at = now() - interval '2 minutes' where id = ${paymentId}`,
  )
  await askAboutPayments(shop.karat)
}

test('a charge is made once, and a captured card pays the order by the notice, not by the way back', async () => {
  const { order, payment } = await charged()
  expect(payment).toMatchObject({ state: 'pending', pay_url: expect.stringContaining('/sandbox/pay/') })
  const again = await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id })
  expect(again.pay_url).toBe(payment.pay_url)
  expect(await chargesOf(payment.payment_id)).toBe(1)
  expect(await payWith(payment, 'success')).toContain(`/mallOrder/payment?order_id=${order.order_id}`)
  await vi.waitFor(async () => expect(await stateOf(order.order_id)).toBe('paid'), { timeout: 10_000 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('eight getPay at once, as many as one member may have, make one charge', async () => {
  const { payment } = await payable(shop, member, await someSku(shop))
  const asked = await Promise.all(
    Array.from({ length: 8 }, () =>
      ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id }),
    ),
  )
  expect(new Set(asked.map((one) => one.pay_url)).size).toBe(1)
  expect(await chargesOf(payment.payment_id)).toBe(1)
})

test('a double notice pays once', async () => {
  const { order, payment } = await charged()
  await payWith(payment, 'double_notice')
  await vi.waitFor(
    async () => {
      const events = await shop.karat.db.row<{ n: number }>(sql`
      select count(*)::int as n from payments.events where payload->>'reference' = ${payment.payment_id} and processed_at is not null`)
      expect(events?.n).toBe(2)
    },
    { timeout: 10_000 },
  )
  expect(await stateOf(order.order_id)).toBe('paid')
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a declined card leaves the order waiting, and a new attempt pays it', async () => {
  const { order, payment } = await charged()
  await payWith(payment, 'funds')
  await vi.waitFor(
    async () => {
      const info = await ask<OrderInfoView>(shop, member, '/order/order_info', { order_id: order.order_id })
      expect(info.payment).toMatchObject({ state: 'declined', decline_reason: 'insufficient_funds' })
    },
    { timeout: 10_000 },
  )
  expect(await stateOf(order.order_id)).toBe('pending_payment')
  const next = await ask<PaymentViewData>(shop, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  await payWith(await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: next.payment_id }), 'success')
  await vi.waitFor(async () => expect(await stateOf(order.order_id)).toBe('paid'), { timeout: 10_000 })
})

test('a bank that captures late and never tells is found out by asking, once', async () => {
  const { order, payment } = await charged()
  await payWith(payment, 'timeout')
  await shopAsks(payment.payment_id)
  expect(await stateOf(order.order_id)).toBe('pending_payment')
  await shop.karat.db.run(sql`update sandbox.charges set capture_at = now() where reference = ${payment.payment_id}`)
  await Promise.all([shopAsks(payment.payment_id), shopAsks(payment.payment_id)])
  await vi.waitFor(async () => expect(await stateOf(order.order_id)).toBe('paid'), { timeout: 10_000 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('while the acquirer is away a payment is unknown, nothing is guessed, and the next ask makes its one charge', async () => {
  const { order, payment } = await payable(shop, member, await someSku(shop))
  const provider = shop.karat.providers.get('sandbox')
  if (!provider) throw new Error('no sandbox')
  const away = vi.spyOn(provider, 'createCharge').mockResolvedValue({ outcome: 'unknown' })
  const asked = await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id })
  expect(asked).toMatchObject({ state: 'unknown', pay_url: null })
  expect(await stateOf(order.order_id)).toBe('pending_payment')
  away.mockRestore()
  expect(await ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id })).toMatchObject(
    { state: 'pending' },
  )
  expect(await chargesOf(payment.payment_id)).toBe(1)
})

test('a charge whose making was never answered is found by its reference', async () => {
  const { order, payment } = await charged()
  await shop.karat.db.run(
    sql`update payments.payments set state = 'unknown', provider_reference = null, pay_url = null where id = ${payment.payment_id}`,
  )
  await payWith(payment, 'success')
  await vi.waitFor(async () => expect(await stateOf(order.order_id)).toBe('paid'), { timeout: 10_000 })
})

/** Paid with this card and cancelled; the refund as it is then. */
async function cancelledWith(card: Scenario) {
  const { order, payment } = await charged()
  await payWith(payment, card)
  await vi.waitFor(async () => expect(await stateOf(order.order_id)).toBe('paid'), { timeout: 10_000 })
  const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await askForRefunds(shop.karat)
  return { order, payment }
}
const refundOf = (orderId: string) =>
  shop.karat.db.row<{ id: string; state: string; failure: string | null; amount: bigint }>(
    sql`select id, state, failure, amount_minor as amount from payments.refunds where subject_id = ${orderId}`,
  )

test('money goes back over the acquirer, once for a key, and its notice changes nothing more', async () => {
  const { order } = await cancelledWith('success')
  const refund = await refundOf(order.order_id)
  expect(refund?.state).toBe('settled')
  await vi.waitFor(
    async () =>
      expect(
        await shop.karat.db.row(
          sql`select outcome from payments.events where payload->'refund'->>'reference' = ${refund?.id ?? ''}`,
        ),
      ).toEqual({ outcome: 'nothing_new' }),
    { timeout: 10_000 },
  )
  const row = await shop.karat.db.row(
    sql`select count(*)::int as n from sandbox.refunds where reference = ${refund?.id ?? ''} and state = 'settled'`,
  )
  expect(row).toEqual({ n: 1 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a card whose bank takes nothing back: refused, said why, and nothing is booked', async () => {
  const { order } = await cancelledWith('refund_refused')
  expect(await refundOf(order.order_id)).toMatchObject({ state: 'failed', failure: 'card_closed' })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a card whose bank takes its time: pending, then settled by the signed notice alone', async () => {
  const { order } = await cancelledWith('refund_late')
  const refund = await refundOf(order.order_id)
  expect(refund?.state).toBe('pending')
  await shop.karat.db.run(sql`update sandbox.refunds set settle_at = now() where reference = ${refund?.id ?? ''}`)
  await vi.waitFor(async () => expect((await refundOf(order.order_id))?.state).toBe('settled'), { timeout: 10_000 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('the acquirer returns no more than it captured, nothing of a stranger’s key, and one sum for one reference', async () => {
  const { payment } = await charged()
  await payWith(payment, 'success')
  const charge = async () =>
    shop.karat.db.row<{ id: string; state: string }>(
      sql`select id, state from sandbox.charges where reference = ${payment.payment_id}`,
    )
  const id = (await charge())?.id ?? ''
  const send = async (reference: string, amount_minor: string, key = shop.karat.config.SANDBOX_KEY) => {
    const response = await fetch(`http://127.0.0.1:${port}/sandbox/api/charges/${id}/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reference, amount_minor }),
    })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }
  const total = BigInt(payment.amount)
  expect(await send(`a ${id}`, '1', 'another key')).toEqual([401, 'unauthorized'])
  expect(await send(`a ${id}`, (total + 1n).toString())).toEqual([422, 'exceeds_captured'])
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`${n} ${id}`, total.toString())))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  const [winner] = answers.flatMap(([status], n) => (status === 200 ? [n] : []))
  expect(await send(`${winner} ${id}`, total.toString())).toEqual([200, undefined])
  expect(await send(`${winner} ${id}`, '1')).toEqual([409, 'reference_used'])
})
