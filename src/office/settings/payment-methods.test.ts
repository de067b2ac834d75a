/** By what a store is paid: each method switched off and bounded, obeyed wherever members pay, dated and recorded (decision 0148). */
import { beforeAll, expect, test } from 'vitest'
import { openDeposit, takesCharges, tryDeposit } from '../../../tests/support/deposits.ts'
import { openPurchase, outsideQuote, purchaseOf, tryPurchase } from '../../../tests/support/gold-purchases.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { begin } from '../../../tests/support/plans.ts'
import { ask, call, someSku, submitted } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { fillVault, vaultMember } from '../../../tests/support/vault.ts'
import type { OrderDetailView, PaymentViewData } from '../../orders/contract.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import type { AnySettingValue, PayName } from '../../stores/setting-rules.ts'
import type { HoldingView } from '../../vault/contract.ts'
import type { PlansView } from '../../vault/plans/plan-contract.ts'
import type { PurchaseInfoView } from '../../vault/purchases/purchase-contract.ts'

const { sound: shop, broken } = openShopPair()
let desk: Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  desk = await settingsDesk(shop)
})

const change = (name: PayName, value: AnySettingValue) => desk.change({ name, value })
const pay = (member: TestMember, order_id: string, how: object, which = shop) =>
  call<PaymentViewData>(which, member, '/product/pay_order', { order_id, ...how })
async function offered(member: TestMember, order_id: string) {
  const { methods } = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)
  return methods.map(({ method, banks, least, most, refused }) => ({ method, banks, least, most, refused }))
}
const namesOf = (methods: { method: string }[]) => methods.map(({ method }) => method)
const notOffered = { error: 'method_unavailable', data: { why: 'not_offered' } }

const ways = [
  ['pay_card', 'card', { method: 'card' }],
  ['pay_va', 'va', { method: 'va', bank: 'bca' }],
  ['pay_qris', 'qris', { method: 'qris' }],
  ['pay_transfer', 'bank_transfer', { method: 'bank_transfer' }],
] as const

test('what is switched off is offered no more by one person’s word, and is offered again by two', async () => {
  const member = await signedIn(shop)
  // QRIS takes no more than 10 million rupiah.
  const own = await submitted(shop, member, await someSku(shop, 10_000n))
  expect(namesOf(await offered(member, own.order_id))).toEqual(['card', 'va', 'qris', 'bank_transfer'])
  for (const [name, method, how] of ways) {
    expect((await change(name, { on: 'off' })).approval_id).toBeNull()
    expect(await desk.recorded()).toMatchObject({ before: { on: 'on' }, after: { on: 'off' } })
    expect(namesOf(await offered(member, own.order_id))).not.toContain(method)
    expect(await pay(member, own.order_id, how)).toMatchObject(notOffered)
    expect((await change(name, { on: 'on' })).approval_id).not.toBeNull()
    expect((await pay(member, own.order_id, how)).error).toBeNull()
  }
})

test.each(ways)(
  'an order whose payment is open goes on by %s when that is off, or takes less',
  async (name, _, how) => {
    const member = await signedIn(shop)
    const sku = await someSku(shop, 10_000n)
    const [begun, other] = [await submitted(shop, member, sku), await submitted(shop, member, sku)]
    const { data: first } = await pay(member, begun.order_id, how)
    const again = async () => (await pay(member, begun.order_id, how)).data.payment_id
    await change(name, { on: 'off' })
    expect(await again()).toBe(first.payment_id)
    expect(await pay(member, other.order_id, how)).toMatchObject(notOffered)
    await change(name, { on: 'on', most: Number(begun.total) - 1 })
    expect(await again()).toBe(first.payment_id)
    expect(await pay(member, other.order_id, how)).toMatchObject({ data: { why: 'too_much' } })
    // Given up for another way it is a choice of today again.
    expect((await pay(member, begun.order_id, { method: 'va', bank: 'bni' })).error).toBe(
      name === 'pay_va' ? 'method_unavailable' : null,
    )
    if (name !== 'pay_va') expect(await pay(member, begun.order_id, how)).toMatchObject({ data: { why: 'too_much' } })
    await change(name, { most: '' })
  },
)

test('a bank that is taken away, and other limits, are told and refused', async () => {
  const member = await signedIn(shop)
  const { order_id, total } = await submitted(shop, member, await someSku(shop))
  await change('pay_va', { bca: 'off' })
  const va = (await offered(member, order_id)).find(({ method }) => method === 'va')
  expect(va).toMatchObject({ banks: ['bni', 'bri', 'mandiri'], least: '10000' })
  expect(await pay(member, order_id, { method: 'va', bank: 'bca' })).toMatchObject(notOffered)
  await change('pay_card', { least: Number(total) + 1 })
  expect(await pay(member, order_id, { method: 'card' })).toMatchObject({
    data: { why: 'too_little', least: `${Number(total) + 1}` },
  })
  await change('pay_card', { least: '', most: Number(total) - 1 })
  expect(await pay(member, order_id, { method: 'card' })).toMatchObject({ data: { why: 'too_much' } })
  await change('pay_card', { most: Number(total) })
  expect((await pay(member, order_id, { method: 'card' })).error).toBeNull()
  await change('pay_card', { most: '' })
  await change('pay_va', { bca: 'on' })
})

test('an order waits for a transfer as long as its store says, and for one that was chosen as long as it said then', async () => {
  const member = await signedIn(shop)
  const [first, second] = [
    await submitted(shop, member, await someSku(shop)),
    await submitted(shop, member, await someSku(shop)),
  ]
  const hours = async (order_id: string) => {
    const { data } = await pay(member, order_id, { method: 'bank_transfer' })
    return Math.round((Date.parse(data.expires_at) - Date.parse(data.server_time)) / 3_600_000)
  }
  expect(await hours(first.order_id)).toBe(2)
  await change('pay_transfer', { hours: 5 })
  expect([await hours(first.order_id), await hours(second.order_id)]).toEqual([2, 5])
  await change('pay_transfer', { hours: 2 })
})

test('deposits, purchases of grams and plans obey; what was begun before goes on', async () => {
  await fillVault(shop, 1_000_000n)
  const member = await vaultMember(shop)
  takesCharges(shop)
  const begun = await openPurchase(shop, member, '200000')
  const { quote_id } = await outsideQuote(shop, member, 'amount', '300000')
  await change('pay_card', { on: 'off' })
  await change('pay_plans', { card: 'off' })
  const holding = await ask<HoldingView>(shop, member, '/trade/holding')
  expect(namesOf(holding.methods)).toEqual(['va', 'qris'])
  expect(await tryPurchase(shop, member, { quote_id })).toMatchObject(notOffered)
  expect(await tryDeposit(shop, member, 200_000n)).toMatchObject(notOffered)
  expect(await begin(shop, member, { paid_by: 'card' })).toMatchObject(notOffered)
  expect((await ask<PlansView>(shop, member, '/trade/plans')).charges).toEqual(['wallet'])
  expect((await purchaseOf(shop, member, begun)).state).toBe('open')
  const { purchase_id } = begun
  const payAgain = (how: object) => call<PurchaseInfoView>(shop, member, '/trade/purchase_pay', { purchase_id, ...how })
  const { pay_url } = (await purchaseOf(shop, member, begun)).payment
  expect((await payAgain({ method: 'card' })).data.payment.pay_url).toBe(pay_url)
  await change('pay_qris', { on: 'off' })
  expect(await payAgain({ method: 'qris' })).toMatchObject(notOffered)
  await change('pay_qris', { on: 'on' })
  await change('pay_card', { on: 'on' })
  await change('pay_plans', { card: 'on' })
  expect((await openDeposit(shop, member, 200_000n)).state).toBe('open')
})

test('what no provider can do is not switched on, and says so at its field', async () => {
  const refused = await desk.ask({ name: 'pay_qris', value: { on: 'on' }, store: 'my' })
  expect(refused).toMatchObject({
    error: 'invalid_input',
    data: { fields: { on: expect.stringContaining('provider') } },
  })
  const said = await desk.list('my')
  expect(said.flatMap(({ name, untaken }) => (untaken.length > 0 ? [name] : []))).toEqual(['pay_va', 'pay_qris'])
})

/** By what an instance pays that has not heard yet that its store takes cards no more: an order, and a deposit. */
async function paidByTheDeaf(which: Shop, plant: (text: string) => string) {
  takesCharges(which)
  const [member, skuId] = [await vaultMember(which), await someSku(which)]
  const { order_id } = await submitted(which, member, skuId)
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  const row = { store: 'id', name: 'pay_card' as const, by: 'test', reason: 'test', from: null }
  await insertSetting(which.karat.db, { ...row, value: { on: 'off' } })
  const answers = [
    (await pay(member, order_id, { method: 'card' }, which)).error,
    (await tryDeposit(which, member, 200_000n)).error,
  ]
  which.intercept.current = undefined
  return answers
}
test('an instance that hears nothing takes nothing by what is off', async () =>
  expect(await paidByTheDeaf(shop, (text) => text)).toEqual(['method_unavailable', 'method_unavailable']))
test('control: by what was said before the last, both are taken', async () => {
  const before = 's.from_at < (select max(from_at) from stores.settings)'
  const planted = await paidByTheDeaf(broken, (text) => text.replaceAll('s.from_at <= now()', before))
  expect(planted).toEqual([null, null])
})
