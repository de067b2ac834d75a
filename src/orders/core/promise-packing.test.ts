/** The day that is promised for an order in grams: behind whom, and that it stays. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../../tests/support/members.ts'
import { untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify, pickupPoint, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { auditVault, fillVault, openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { leavingDay } from '../../delivery/delivery-rules.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import { firstSettings } from '../../stores/setting-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import { formatWeekDay } from '../../ui/format.ts'
import type { GuaranteeView, OrderDetailView, OrderInfoView, PaymentViewData, SubmittedView } from '../contract.ts'
import { countLateToPack } from './figures-for-staff.ts'
import { moveOrder } from './move-order.ts'
import { offerPacking } from './promise-packing.ts'
import type { RedeemableView } from './redeemable-contract.ts'

const GRAM = 10_000n
const shop = openShop()
let skuId: number
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1000n * GRAM)
  skuId = await someSku(shop)
})
beforeEach(() => freshTick(shop))

/** The day behind so many working days of other orders, by the database's clock. */
async function dayBehind(days: number) {
  const row = await shop.karat.db.row<{ now: Date }>(sql`select now() as now`)
  const now = row?.now.getTime() ?? 0
  const { holidays } = storeOf(shop.karat, 'id').settings
  return leavingDay({ now, timeZone: 'Asia/Jakarta', cutOff: firstSettings.delivery.cut_off, holidays }, days)
}

async function paid(member: TestMember) {
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: skuId, quantity: 1, gold: 'grams', delivery },
  })
  const { order_id } = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  await ask(shop, member, '/product/pay_order', { order_id, method: 'balance', pin: PIN })
  return order_id
}

const gramsOf = async (member: TestMember, order_id: string) =>
  (await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)).grams

test('the day is that of the queue before it when it was paid, and stays; the place is that of now', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n, gold: 400n * GRAM })
  const redeemable = () => ask<RedeemableView>(shop, member, '/trade/redeemable')
  expect(await redeemable()).toMatchObject({ packed_after: 0, packed_by: await dayBehind(0) })
  const first = await paid(member)
  expect(await gramsOf(member, first)).toMatchObject({ packed_after: 0, packed_by: await dayBehind(0) })

  const second = await paid(member)
  expect(await gramsOf(member, second)).toMatchObject({ packed_after: 1, packed_by: await dayBehind(0) })
  const move = { orderId: first, from: 'paid', to: 'preparing', actor: 'system', reason: 'packing begins' } as const
  await shop.karat.db.transaction((tx) => moveOrder(tx, move))
  expect(await gramsOf(member, first)).toMatchObject({ packed_after: null, packed_by: await dayBehind(0) })
  expect(await gramsOf(member, second)).toMatchObject({ packed_after: 0, packed_by: await dayBehind(0) })
  expect(await auditVault(shop)).toEqual([])
})

test('whatever pays the rest, the confirmation and its letter name the day', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n, gold: 400n * GRAM })
  const info = (order_id: string) => ask<OrderInfoView>(shop, member, '/order/order_info', { order_id })
  const byBalance = await paid(member)
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: skuId, quantity: 1, gold: 'grams', delivery },
  })
  const { order_id: byCard } = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  const payment = await ask<PaymentViewData>(shop, member, '/product/pay_order', {
    ...{ order_id: byCard, method: 'card', pin: PIN },
  })
  expect(await info(byCard)).toMatchObject({ state: 'pending_payment', grams: '10.0000', packed_by: null })
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(shop)
  for (const id of [byBalance, byCard]) {
    const { number, packed_by, state } = await info(id)
    expect([state, packed_by]).toEqual(['paid', (await gramsOf(member, id))?.packed_by])
    const letter = await shop.karat.db.row<{ body: string }>(sql`
      select body from mail.messages where template = 'order_paid_in_grams' and subject like ${`%${number}%`}`)
    expect(letter?.body).toContain(`We pack it on ${formatWeekDay(packed_by ?? '', 'en-US')} at the latest.`)
  }
})

test('as many as are packed in a day are promised that day, and the next one the day after', async () => {
  const { before } = await offerPacking(shop.karat.db, 'id')
  const usual = storeOf(shop.karat, 'id').settings.delivery
  const packedADay = (packed_a_day: number) =>
    insertSetting(shop.karat.db, {
      ...{ store: 'id', name: 'delivery', value: { ...usual, packed_a_day }, from: null, by: 'test', reason: 'test' },
    })
  try {
    await packedADay(before + 2)
    const member = await vaultMember(shop, { cash: 50_000_000n, gold: 400n * GRAM })
    const days = []
    for (const _ of [1, 2, 3]) {
      const offered = await offerPacking(shop.karat.db, 'id')
      const promised = await gramsOf(member, await paid(member))
      expect(promised).toMatchObject({ packed_after: offered.before, packed_by: offered.by })
      days.push(offered.by)
    }
    expect(days).toEqual([await dayBehind(0), await dayBehind(0), await dayBehind(1)])
  } finally {
    await packedADay(usual.packed_a_day)
  }
})

test('what was promised for yesterday and is not packed is late', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n, gold: 400n * GRAM })
  const id = await paid(member)
  const store = { code: 'id', timeZone: 'Asia/Jakarta' }
  expect(await countLateToPack(shop.karat.db, store)).toBe(0)
  await asOwner(shop.connectionString, [
    'alter table orders.orders disable trigger packing_day_stays',
    `update orders.orders set packed_by = (now() at time zone 'Asia/Jakarta')::date - 1 where id = '${id}'`,
    'alter table orders.orders enable trigger packing_day_stays',
  ])
  expect(await countLateToPack(shop.karat.db, store)).toBe(1)
  const move = { orderId: id, from: 'paid', to: 'preparing', actor: 'system', reason: 'packing begins' } as const
  await shop.karat.db.transaction((tx) => moveOrder(tx, move))
  expect(await countLateToPack(shop.karat.db, store)).toBe(0)
})

test('a promised day is moved by nobody, and an order that is not paid has none', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n, gold: 400n * GRAM })
  const id = await paid(member)
  const move = shop.karat.db.run(sql`update orders.orders set packed_by = packed_by + 1 where id = ${id}`)
  await expect(move).rejects.toMatchObject({ constraint: 'packing_day_stays' })
  const before = shop.karat.db.run(sql`update orders.orders set paid_at = null where id = ${id}`)
  await expect(before).rejects.toMatchObject({ constraint: 'packing_is_promised_when_paid' })
})
