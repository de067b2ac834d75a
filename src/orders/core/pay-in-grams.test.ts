/** Orders that grams and the cash balance pay, through the shop's own calls: what moves, what is refused, and that paying is whole or absent. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { openDeposit, payDeposit } from '../../../tests/support/deposits.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, notify, pickupPoint, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import {
  auditVault,
  fillVault,
  heldBy,
  openVault,
  PIN,
  quote,
  trade,
  vaultMember,
} from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { holdPurposes } from '../../hold-purposes.ts'
import { pauseOutgoing } from '../../identity/outgoing-pause.ts'
import { expireHolds } from '../../ledger/expire-holds.ts'
import { gramsInParts } from '../../ledger/ledger-queries.ts'
import { askForRefunds } from '../../payments/process-refund.ts'
import type { GuaranteeView, OrderDetailView, PaymentViewData, SubmittedView } from '../contract.ts'
import { expireOrders } from '../worker.ts'

const shop = openShop()
const GRAM = 10_000n
let skuId: number
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1000n * GRAM)
  skuId = await someSku(shop)
})
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
})
afterEach(() => {
  shop.intercept.current = undefined
})

async function inGrams(member: TestMember, { sku = skuId, quantity = 1 } = {}) {
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const guarantee = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: sku, quantity, gold: 'grams', delivery },
  })
  const { guarantee_id } = guarantee
  return { guarantee, order: await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id }) }
}
const deposited = async (member: TestMember, amount: bigint) =>
  payDeposit(shop, await openDeposit(shop, member, amount))
const pay = (member: TestMember, order: { order_id: string }, wish: object = { method: 'balance', pin: PIN }) =>
  call<PaymentViewData>(shop, member, '/product/pay_order', { order_id: order.order_id, ...wish })
const vaultOf = async () =>
  (await shop.karat.db.row<{ sum: bigint }>(sql`select ${gramsInParts('id', 'vault')} as sum`))?.sum ?? 0n
const detail = (member: TestMember, { order_id }: { order_id: string }) =>
  ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)

test('grams pay the fine weight and cash the rest, in one step with one PIN', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
  const { guarantee, order } = await inGrams(member)
  expect(guarantee).toMatchObject({ grams: '10.0000', lines: [{ in_grams: true, fine_weight: '10.0000' }] })
  const rest = BigInt(order.total)
  expect(rest).toBeLessThan(300_000n)
  expect(await detail(member, order)).toMatchObject({ grams: { weight: '10.0000', state: 'due' } })
  expect(await pay(member, order)).toMatchObject({ http: 200, data: { state: 'captured', method: 'balance' } })
  expect(await heldBy(shop, member)).toEqual({ cash: 1_000_000n - rest, gold: 2n * GRAM })
  expect(await detail(member, order)).toMatchObject({
    ...{
      state: 'paid',
      grams: { weight: '10.0000', state: 'held', packed_by: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    },
  })
  const { body } = await newestMail(shop, `${member.id}@karat.test`)
  expect(body).toContain('10.0000\u00a0g of your gold')
  expect(await auditVault(shop)).toEqual([])
})

test('a serial number makes the grams the house\u2019s, and the bar the member\u2019s', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
  const { order } = await inGrams(member)
  await pay(member, order)
  const before = await vaultOf()
  await settlePapers(shop.karat)
  const seen = await detail(member, order)
  expect(seen).toMatchObject({ state: 'paid', grams: { state: 'used', returned: '0.0000' } })
  expect(seen.lines[0]?.serials).toHaveLength(1)
  expect(await vaultOf()).toBeGreaterThanOrEqual(before + 10n * GRAM)
  expect(await heldBy(shop, member)).toMatchObject({ gold: 2n * GRAM })
  expect(await auditVault(shop)).toEqual([])
})

test.each([false, true])(
  'until it is prepared it is cancelled for nothing: grams are grams again (numbers assigned: %s)',
  async (numbered) => {
    const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
    const { order } = await inGrams(member)
    await pay(member, order)
    if (numbered) await settlePapers(shop.karat)
    await shop.karat.db.run(
      sql`update orders.orders set paid_at = now() - interval '3 days' where id = ${order.order_id}`,
    )
    const { data } = await call<object>(shop, member, '/order/cancel_order', { order_id: order.order_id })
    expect(data).toMatchObject({ state: 'cancelled', settlement: { back: order.total, kept: '0', grams: '10.0000' } })
    await askForRefunds(shop.karat)
    expect(await heldBy(shop, member)).toEqual({ cash: 1_000_000n, gold: 12n * GRAM })
    await settlePapers(shop.karat)
    expect(await auditVault(shop)).toEqual([])
  },
)

test('a card that declines leaves the grams held for the next try; one that pays in time pays, and late money goes back', async () => {
  const member = await vaultMember(shop, { gold: 30n * GRAM })
  const { order } = await inGrams(member)
  expect(await pay(member, order, { method: 'card' })).toMatchObject({
    http: 422,
    data: { fields: { pin: expect.any(String) } },
  })
  const first = await pay(member, order, { method: 'card', pin: PIN })
  expect(first).toMatchObject({ http: 200, data: { amount: order.total, method: 'card' } })
  expect(await heldBy(shop, member)).toMatchObject({ gold: 20n * GRAM })
  await notify(shop, {
    reference: first.data.payment_id,
    state: 'declined',
    type: 'charge.declined',
    amount: order.total,
  })
  await untilProcessed(shop)
  expect((await detail(member, order)).payments[0]?.state).toBe('declined')
  const second = await pay(member, order, { method: 'card' })
  expect(second).toMatchObject({ http: 200, data: { amount: order.total } })
  await notify(shop, { reference: second.data.payment_id, amount: order.total })
  await vi.waitFor(async () => expect((await detail(member, order)).state).toBe('paid'), 20_000)
  expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain('10.0000\u00a0g of your gold')

  const { order: late } = await inGrams(member)
  const third = await pay(member, late, { method: 'card', pin: PIN })
  await shop.karat.db.run(sql`update orders.orders set expires_at = now() where id = ${late.order_id}`)
  await expireOrders(shop.karat)
  expect(await heldBy(shop, member)).toMatchObject({ gold: 20n * GRAM })
  await notify(shop, { reference: third.data.payment_id, amount: late.total })
  const { order_id } = late
  const refunds = () => shop.karat.db.rows(sql`select from payments.refunds where subject_id = ${order_id}`)
  await vi.waitFor(async () => expect(await refunds()).toHaveLength(1), 20_000)
  expect(await detail(member, late)).toMatchObject({ state: 'expired', grams: { state: 'released' } })
  expect(await auditVault(shop)).toEqual([])
})

test('an order is paid wholly from the cash balance, and its money goes back there', async () => {
  const member = await vaultMember(shop, { cash: 100_000_000n })
  const order = await submitted(shop, member, skuId)
  expect(await pay(member, order, { method: 'balance' })).toMatchObject({ http: 422 })
  expect(await pay(member, order)).toMatchObject({ http: 200, data: { state: 'captured' } })
  expect((await heldBy(shop, member)).cash).toBe(100_000_000n - BigInt(order.total))
  const quote = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', { order_id: order.order_id })
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id: quote.quote_id })
  await askForRefunds(shop.karat)
  expect((await heldBy(shop, member)).cash).toBe(100_000_000n)
  expect(await auditVault(shop)).toEqual([])
})

test('an order that asks for grams alone is paid by them alone', async () => {
  const member = await vaultMember(shop, { gold: 500n * GRAM })
  const skus = shop.karat.catalogue
    .products('id')
    .filter(({ kind }) => kind === 'bar')
    .flatMap((product) => product.skus)
  const plain = skus.find(({ premiumBps, making, stock }) => premiumBps === 0 && making === 0n && stock > 0)
  const { order } = await inGrams(member, { sku: plain?.id ?? 0 })
  expect(order.total).toBe('0')
  expect(await pay(member, order)).toMatchObject({ http: 200, data: { state: 'captured', amount: '0' } })
  await settlePapers(shop.karat)
  expect(await detail(member, order)).toMatchObject({ state: 'paid', grams: { state: 'used' } })
  expect(await auditVault(shop)).toEqual([])
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
  expect((await heldBy(shop, member)).gold).toBe(500n * GRAM)
  expect(await auditVault(shop)).toEqual([])
})

test('what cannot pay is refused by name, and leaves everything as it was', async () => {
  const poor = await vaultMember(shop, { gold: 9n * GRAM, cash: 50_000_000n })
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const wish = { sku_id: skuId, quantity: 1, gold: 'grams', delivery }
  expect(await call(shop, poor, '/product/confirm_order', wish)).toMatchObject({ http: 409, error: 'balance_too_low' })
  const ring = shop.karat.catalogue
    .products('id')
    .find(({ kind, skus }) => kind === 'jewellery' && (skus[0]?.stock ?? 0) > 0)
  expect(await call(shop, poor, '/product/confirm_order', { ...wish, sku_id: ring?.skus[0]?.id })).toMatchObject({
    error: 'not_in_grams',
  })
  const member = await vaultMember(shop, { gold: 12n * GRAM, cash: 1000n })
  const { order } = await inGrams(member)
  const kept = { cash: 1000n, gold: 12n * GRAM }
  const tried = (more: object = {}) => pay(member, order, { method: 'balance', pin: PIN, ...more })
  expect(await tried({ pin: '111222' })).toMatchObject({ http: 403, error: 'pin_wrong', data: { tries_left: 2 } })
  expect(await tried()).toMatchObject({ http: 409, error: 'balance_too_low' })
  expect(await heldBy(shop, member)).toEqual(kept)
  await shop.karat.db.transaction((tx) => pauseOutgoing(tx, member.id, 'email'))
  expect(await tried()).toMatchObject({ code: 6000, error: 'outgoing_paused' })
  expect(await tried({ method: 'card' })).toMatchObject({ error: 'outgoing_paused' })
  await asOwner(shop.connectionString, ['delete from identity.outgoing_pauses'])
  const second = await tried({ method: 'card' })
  expect(second).toMatchObject({ http: 200 })
  expect(await heldBy(shop, member)).toMatchObject({ gold: 2n * GRAM })
  const stranger = await vaultMember(shop, { gold: 12n * GRAM })
  expect(await pay(stranger, order)).toMatchObject({ http: 404 })
  expect(await detail(member, order)).toMatchObject({ state: 'pending_payment', grams: { state: 'held' } })
  expect(await auditVault(shop)).toEqual([])
})

test('grams that a stolen card may have bought pay nothing until they are cleared', async () => {
  const member = await vaultMember(shop, {})
  await deposited(member, 40_000_000n)
  const bought = await quote(shop, member, 'purchase', 'weight', '12')
  expect(await trade(shop, member, 'purchase', bought)).toMatchObject({ http: 200 })
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const wish = { sku_id: skuId, quantity: 1, delivery }
  const refused = await call(shop, member, '/product/confirm_order', { ...wish, gold: 'grams' })
  expect(refused).toMatchObject({ code: 6000, error: 'value_uncleared', data: { clears_at: expect.any(String) } })
  const order = await submitted(shop, member, skuId)
  const cash = await pay(member, order)
  expect(cash.error).toBe('balance_too_low')
  await deposited(member, 40_000_000n)
  expect(await pay(member, order)).toMatchObject({ code: 6000, error: 'value_uncleared' })
  expect(await auditVault(shop)).toEqual([])
})

test('a store that is short of gold redeems none, in the transaction itself', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
  const { order } = await inGrams(member)
  await asOwner(shop.connectionString, [
    `insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (gen_random_uuid(), 'id', 'vault', 2, 1)`,
  ])
  expect(await pay(member, order)).toMatchObject({ code: 6000, error: 'buying_closed' })
  expect(await heldBy(shop, member)).toEqual({ cash: 1_000_000n, gold: 12n * GRAM })
  await asOwner(shop.connectionString, [
    `update backing.freezes set ended_at = now(), ended_by = 'test', ended_because = 'test'`,
  ])
  expect(await pay(member, order)).toMatchObject({ http: 200 })
})

test('a hold that ends before its order is placed anew', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
  const { order } = await inGrams(member)
  await pay(member, order)
  await asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '2 days', expires_at = now() - interval '1 day' where subject = '${order.order_id}'`,
    'alter table ledger.holds enable always trigger guarded',
  ])
  await settlePapers(shop.karat)
  expect(await detail(member, order)).toMatchObject({ grams: { state: 'held' } })
  const failed: unknown[] = []
  expect(await expireHolds(shop.karat.db, holdPurposes(shop.karat), (error) => failed.push(error))).toBe(1)
  expect(failed).toEqual([])
  expect((await heldBy(shop, member)).gold).toBe(2n * GRAM)
  await shop.karat.db.run(sql`update orders.orders set papers_next_try_at = null where id = ${order.order_id}`)
  await settlePapers(shop.karat)
  expect(await detail(member, order)).toMatchObject({ grams: { state: 'used' } })
  expect(await auditVault(shop)).toEqual([])
})

test('a fault after any statement of the payment leaves it whole or absent', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: 12n * GRAM })
  const { order } = await inGrams(member)
  const before = { cash: 1_000_000n, gold: 12n * GRAM }
  let statements = 0
  for (let failing = 1; ; failing++) {
    let sent = 0
    shop.intercept.current = (text) => {
      if (++sent === failing) throw new Error('planted fault')
      return text
    }
    const { http } = await pay(member, order)
    shop.intercept.current = undefined
    await shop.karat.db.run(sql`update identity.members set pin_tries_used = 0, pin_wrong = 0 where id = ${member.id}`)
    if (sent < failing) {
      expect(http).toBe(200)
      statements = sent
      break
    }
    expect([http, await heldBy(shop, member)]).toEqual([500, before])
    expect(await detail(member, order)).toMatchObject({
      state: 'pending_payment',
      grams: { state: 'due' },
      payments: [],
    })
  }
  expect(statements).toBeGreaterThan(12)
  expect(await heldBy(shop, member)).toEqual({ cash: 1_000_000n - BigInt(order.total), gold: 2n * GRAM })
  expect(await auditVault(shop)).toEqual([])
})
