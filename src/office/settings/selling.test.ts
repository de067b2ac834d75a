/** What a dealer sells by: tiers, how long a price is held, and from how few pieces on they are counted. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { movePrice } from '../../../tests/support/prices.ts'
import { ask, guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import type { ProductDetailsView } from '../../catalogue/contract.ts'
import { sql } from '../../db/database.ts'
import type { SubmittedView } from '../../orders/contract.ts'
import { insertSetting } from '../../stores/add-stores.ts'

const { sound: shop, broken } = openShopPair()
let desk: Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  desk = await settingsDesk(shop)
})

const unitOf = (guarantee: { lines: { unit_price: string }[] }) => BigInt(guarantee.lines[0]?.unit_price ?? 0)
async function skuShown(skuId: number) {
  const found = shop.karat.catalogue.sku('id', skuId)
  const details = await ask<ProductDetailsView>(shop, null, `/product/getDetails?id=${found?.product.id}`)
  return details.skus.find(({ sku_id }) => sku_id === skuId)
}

test('other tiers are said by the page and the cart, held by a guarantee, and recorded', async () => {
  const [member, skuId] = [await signedIn(shop), await someSku(shop)]
  const before = unitOf(await guaranteed(shop, member, skuId, 3))
  expect((await skuShown(skuId))?.tiers.map(({ from_quantity }) => from_quantity)).toEqual([1, 5, 10, 25])
  const { approval_id } = await desk.change({ name: 'selling', value: { quantity_tiers: '3:50% ; 20: 60,5 %' } })
  expect(approval_id).not.toBeNull()
  expect(await desk.recorded()).toMatchObject({ after: { quantity_tiers: '3: 50%; 20: 60.5%' } })
  const tiers = (await skuShown(skuId))?.tiers ?? []
  expect(tiers.map(({ from_quantity, tier_bps }) => [from_quantity, tier_bps])).toEqual([
    [1, 0],
    [3, 5000],
    [20, 6050],
  ])
  const held = await guaranteed(shop, member, skuId, 3)
  expect(held.lines[0]?.unit_price).toBe(tiers[1]?.prices[0]?.unit_price)
  expect(unitOf(held)).toBeLessThan(before)
  await ask(shop, member, '/product/add_cart', { sku_id: skuId, quantity: 3 })
  const cart = await ask<{ lines: { unit_price: string }[] }>(shop, member, '/product/cartList')
  expect(unitOf(cart)).toBe(unitOf(held))
})

test('a price that is held keeps its tier when the store’s is another, also where a better price is given', async () => {
  const skuId = await someSku(shop)
  await desk.change({ name: 'selling', value: { quantity_tiers: '2: 80%' } })
  const [kept, better] = [await signedIn(shop), await signedIn(shop)]
  const [first, second] = [await guaranteed(shop, kept, skuId, 2), await guaranteed(shop, better, skuId, 2)]
  await desk.change({ name: 'selling', value: { quantity_tiers: '' } })
  const submit = (guarantee_id: string, who = kept) =>
    ask<SubmittedView>(shop, who, '/product/submit_order', { guarantee_id })
  expect((await submit(first.guarantee_id)).total).toBe(first.total)
  await movePrice(shop, -20)
  const { order_id } = await submit(second.guarantee_id, better)
  const sold = await shop.karat.db.row<{ tier: number; lower: boolean }>(sql`
    select tier_bps as tier, unit_minor < ${unitOf(second)}::bigint as lower from orders.lines where order_id = ${order_id}`)
  expect(sold).toEqual({ tier: 8000, lower: true })
})

/** A guarantee for five, given by an instance that has not heard yet that its store gave up its tiers. */
async function heldByTheDeaf(which: Shop, plant: (text: string) => string) {
  const [member, skuId] = [await signedIn(which), await someSku(which)]
  const alone = unitOf(await guaranteed(which, member, skuId, 1))
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  const row = { store: 'id', name: 'selling' as const, by: 'test', reason: 'test', from: null }
  await insertSetting(which.karat.db, { ...row, value: { quantity_tiers: '' } })
  const five = await guaranteed(which, member, skuId, 5)
  which.intercept.current = undefined
  return unitOf(five) === alone
}
test('a price is held by the tiers that the database says, whatever memory has heard', async () => {
  await desk.change({ name: 'selling', value: { quantity_tiers: '5: 50%' } })
  expect(await heldByTheDeaf(shop, (text) => text)).toBe(true)
})
test('control: by what is not read there, a tier is given that the store has no more', async () =>
  expect(await heldByTheDeaf(broken, (text) => text.replace('s.from_at <= now()', 'false'))).toBe(false))

test('a price is held for the minutes of the store, and one that is held keeps its end', async () => {
  const [member, skuId] = [await signedIn(shop), await someSku(shop)]
  const minutes = async () => {
    const { created_at, expires_at } = await guaranteed(shop, member, skuId, 1)
    return (Date.parse(expires_at) - Date.parse(created_at)) / 60_000
  }
  expect(await minutes()).toBe(10)
  await desk.change({ name: 'selling', value: { guarantee_minutes: 4 } })
  expect(await minutes()).toBe(4)
})

test('pages and the office count pieces from the number that the store set', async () => {
  const skuId = await someSku(shop)
  const stock = shop.karat.catalogue.sku('id', skuId)?.sku.stock ?? 0
  expect(stock).toBeGreaterThan(100)
  const low = shop.karat.catalogue
    .products('id')
    .flatMap(({ skus }) => skus)
    .find((sku) => sku.stock > 5 && sku.stock <= 100)
  if (!low) throw new Error('the demonstration has no sku with some pieces')
  expect((await skuShown(low.id))?.stock).toMatchObject({ state: 'in_stock', left: null })
  await desk.change({ name: 'selling', value: { few_left: 100 } })
  expect((await skuShown(low.id))?.stock).toMatchObject({ state: 'low', left: low.stock })
})

test.each([
  ['quantity_tiers', '5'],
  ['quantity_tiers', '1: 10%'],
  ['quantity_tiers', '5: 10%; 5: 20%'],
  ['quantity_tiers', '5: 20%; 10: 10%'],
  ['quantity_tiers', '5: 95%'],
  ['quantity_tiers', '101: 10%'],
  ['guarantee_minutes', 1],
  ['guarantee_minutes', 31],
  ['few_left', -1],
])('%s refuses %s', async (field, value) => {
  const { data } = await desk.ask({ name: 'selling', value: { [field]: value } })
  expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
})
