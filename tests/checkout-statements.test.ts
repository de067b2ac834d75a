/** What a checkout and trades send to the database, call by call: a count, not a time. docs/performance.md says the same figures. */
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from '../src/db/database.ts'
import type { GuaranteeView, PaymentViewData, SubmittedView } from '../src/orders/contract.ts'
import type { TradeQuoteView } from '../src/vault/contract.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { ask, notify, pickupPoint, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'
import { fillVault, openVault, PIN, vaultMember } from './support/vault.ts'

/** With the limits in force, as a shop has them. */
const shop = openShop({ EXPOSURE_LIMITS: '1' })

/** Counts what calls send, `begin` and `commit` counted; commits that wait for the disk are told apart by their number. */
function openCount(member: TestMember) {
  const counts: Record<string, number> = {}
  let sent = 0
  shop.intercept.current = (text) => {
    sent += text === 'commit' ? 2 : 1 // a transaction's begin does not pass here
    return text
  }
  async function counted<T>(name: string, work: () => Promise<T>): Promise<T> {
    sent = 0
    const answer = await work()
    counts[name] = sent
    return answer
  }
  const call = <T>(name: string, path: string, body?: object) => counted(name, () => ask<T>(shop, member, path, body))
  return { counts, counted, call }
}

afterEach(() => {
  shop.intercept.current = undefined
})

async function countCheckout() {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  await freshTick(shop)
  const { counts, counted, call } = openCount(member)
  await call('add_cart', '/product/add_cart', { sku_id: skuId, quantity: 1 })
  await call('cartList', '/product/cartList')
  const { guarantee_id } = await call<GuaranteeView>('confirm_cart_order', '/product/confirm_cart_order', { delivery })
  const { order_id } = await call<SubmittedView>('submit_order', '/product/submit_order', { guarantee_id })
  const wish = { order_id, method: 'card' }
  const { payment_id, amount } = await call<PaymentViewData>('pay_order', '/product/pay_order', wish)
  await call('getPay', '/payment/getPay', { payment_id })
  await counted('webhook until the order is paid', async () => {
    await notify(shop, { reference: payment_id, amount })
    await vi.waitFor(async () => expect(await isPaid(order_id)).toBe(true), { timeout: 60_000, interval: 20 })
  })
  await call('order_list', '/product/order_list')
  await call('order_info', '/order/order_info', { order_id })
  return counts
}

/** Of a member who has bought before. */
async function countTrades() {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 10_000n })
  await freshTick(shop)
  const { counts, call } = openCount(member)
  for (const side of ['purchase', 'purchase', 'cashingIn']) {
    const wish = { by: 'weight', value: '0.1' }
    const { quote_id, agreement_version } = await call<TradeQuoteView>(`${side}_quote`, `/trade/${side}_quote`, wish)
    await call(side, `/trade/${side}`, { quote_id, pin: PIN, ...(agreement_version && { agreement_version }) })
  }
  return counts
}

/** Asked beside the pool of the shop, so that asking is not counted. */
async function isPaid(orderId: string): Promise<boolean> {
  const { text, values } = sql`select from orders.orders where id = ${orderId} and state = 'paid'`
  return (await shop.karat.db.pool.query(text, values)).rowCount === 1
}

/** By call. */
async function saidOf(counts: Record<string, number>) {
  const page = await readFile('docs/performance.md', 'utf8')
  const said = Object.fromEntries(
    [...page.matchAll(/^\| ([^|]+) \| (\d+)[^|]*\|$/gm)].flatMap(([, calls = '', count]) =>
      calls.split(', ').map((name) => [name, Number(count)]),
    ),
  )
  return { page, said: Object.fromEntries(Object.keys(counts).map((name) => [name, said[name]])) }
}

test('a checkout sends as many statements as docs/performance.md says, call by call', async () => {
  await countCheckout() // the first one of a shop begins the count of its store's exposure
  const counts = await countCheckout()
  const { page, said } = await saidOf(counts)
  expect(counts).toEqual(said)
  const steps = [
    'add_cart',
    'confirm_cart_order',
    'submit_order',
    'pay_order',
    'getPay',
    'webhook until the order is paid',
  ]
  const whole = steps.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  expect(page).toContain(`A checkout is ${whole} statements`)
})

test('a purchase and a sale of grams send as many as it says', async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_000n)
  const counts = await countTrades()
  expect(counts).toEqual((await saidOf(counts)).said)
})
