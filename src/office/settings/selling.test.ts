/** What a dealer sells by: tiers, how long a price is held, from how few pieces on they are counted, and what is taxed. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { paidOrder, quoted } from '../../../tests/support/money-back.ts'
import { movePrice } from '../../../tests/support/prices.ts'
import { ask, guaranteed, someSku, submitted } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import type { ProductDetailsView } from '../../catalogue/contract.ts'
import { sql } from '../../db/database.ts'
import type { SubmittedView } from '../../orders/contract.ts'
import { issueInvoice } from '../../orders/papers/issue-invoice.ts'
import { findInvoice } from '../../orders/papers/order-paper-queries.ts'
import { insertSetting } from '../../stores/add-stores.ts'

const { sound: shop, broken } = openShopPair()
let desk: Awaited<ReturnType<typeof settingsDesk>>
let brokenDesk: typeof desk
beforeAll(async () => {
  desk = await settingsDesk(shop)
  brokenDesk = await settingsDesk(broken)
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

/** Of bars, under the name of a rule that no other test uses. */
const taxed = (bullion_bps: number, rule: string) => ({ name: 'taxes', value: { bullion_bps, rule } })
const linesOf = (orderId: string, which = shop) =>
  which.karat.db.row<{ rule: string; bps: number; exact: boolean }>(sql`
    select o.tax_rule as rule, l.tax_bps as bps, l.tax_minor = ceil(l.total_minor * l.tax_bps / 10000.0) and o.tax_minor = l.tax_minor as exact
    from orders.orders o join orders.lines l on l.order_id = o.id where o.id = ${orderId}`)

test('another rate of tax takes two people who confirm it; page, cart, guarantee, order and invoice agree on it', async () => {
  const [member, skuId] = [await signedIn(shop), await someSku(shop)]
  const old = await guaranteed(shop, member, skuId)
  const change = taxed(165, '2027-01')
  expect((await desk.change(change)).approval_id).not.toBeNull()
  expect(await desk.recorded()).toMatchObject({
    before: { bullion_bps: 0, rule: '2026-01', confirmed: '' },
    after: { ...change.value, confirmed: '2027-01, 2026-11-G' },
  })
  const { order_id: kept } = await ask<SubmittedView>(shop, member, '/product/submit_order', {
    guarantee_id: old.guarantee_id,
  })
  expect(await linesOf(kept)).toEqual({ rule: '2026-01', bps: 0, exact: true })

  const shown = await skuShown(skuId)
  expect(shown).toMatchObject({
    tax_bps: 165,
    tax: ((BigInt(shown?.unit_price ?? 0) * 165n + 9_999n) / 10_000n).toString(),
  })
  await ask(shop, member, '/product/add_cart', { sku_id: skuId, quantity: 1 })
  expect(await ask(shop, member, '/product/cartList')).toMatchObject({ tax_total: shown?.tax })
  const fresh = await guaranteed(shop, member, skuId)
  expect(fresh.tax).toBe(shown?.tax)
  const { order } = await paidOrder(shop, member, skuId)
  expect(await linesOf(order.order_id)).toEqual({ rule: '2027-01', bps: 165, exact: true })
  await issueInvoice(shop.karat, order.order_id)
  const invoice = await findInvoice(shop.karat.db, order.order_id)
  expect(JSON.stringify(invoice?.document)).toMatch(/1[.,]65%/)
  expect(JSON.stringify(invoice?.document)).toContain('2027-01')

  await desk.change(taxed(30, '2027-02'))
  const paid = await shop.karat.db.row<{ tax: string }>(
    sql`select tax_minor::text as tax from orders.orders where id = ${order.order_id}`,
  )
  expect((await quoted(shop, member, order.order_id)).tax).toBe(paid?.tax)
  const { order_id: late } = await submitted(shop, member, skuId)
  expect(await linesOf(late)).toEqual({ rule: '2027-02', bps: 30, exact: true })
})

/** The tax of an order at a better price than was held, while its store goes over to another rate. */
async function orderedBesideAChange(which: Shop, plant: (text: string) => string) {
  const [one, member, skuId] = [which === shop ? desk : brokenDesk, await signedIn(which), await someSku(which)]
  await one.change(taxed(220, '2027-03'))
  const { guarantee_id } = await guaranteed(which, member, skuId)
  await movePrice(which, -20)
  which.intercept.current = plant
  const [{ order_id, better_price }] = await Promise.all([
    ask<SubmittedView>(which, member, '/product/submit_order', { guarantee_id }),
    one.change(taxed(275, '2027-04')),
  ])
  which.intercept.current = undefined
  expect(better_price).not.toBeNull()
  return linesOf(order_id, which)
}
test('what was held is ordered at the rate that it was held at, also at a better price and beside a change', async () =>
  expect(await orderedBesideAChange(shop, (text) => text)).toEqual({ rule: '2027-03', bps: 220, exact: true }))
test('control: a guarantee that forgets its rate is ordered at another one', async () =>
  expect(
    await orderedBesideAChange(broken, (text) =>
      text.includes('update orders.guarantees set used_at')
        ? text.replace(
            'returning guarantees.*',
            `returning guarantees.*, (select jsonb_agg(line - 'taxBps') from jsonb_array_elements(guarantees.lines) line) as lines`,
          )
        : text,
    ),
  ).toMatchObject({ rule: '2027-03', bps: 0 }))

/** The rate of a guarantee that is given by an instance which has not heard of the newest one. */
async function taxedByTheDeaf(which: Shop, plant: (text: string) => string) {
  const [member, skuId] = [await signedIn(which), await someSku(which)]
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  const row = { store: 'id', name: 'taxes' as const, by: 'test', reason: 'test', from: null }
  await insertSetting(which.karat.db, { ...row, value: { bullion_bps: 330, rule: '2027-05' } })
  const { guarantee_id } = await guaranteed(which, member, skuId)
  which.intercept.current = undefined
  return which.karat.db.row(sql`
    select tax_rule as rule, (lines -> 0 ->> 'taxBps')::int as bps from orders.guarantees where id = ${guarantee_id}`)
}
test('a price is held at the rate that the database says, whatever memory has heard', async () =>
  expect(await taxedByTheDeaf(shop, (text) => text)).toEqual({ rule: '2027-05', bps: 330 }))
test('control: by what is not read there, it is held at a rate that nobody goes by', async () =>
  expect(await taxedByTheDeaf(broken, (text) => text.replace('s.from_at <= now()', 'false'))).not.toMatchObject({
    bps: 330,
  }))

test('a name stands for its rates at every moment, and what is confirmed are the rules that hold then', async () => {
  const refused = async (value: Record<string, string | number>, from?: string) => {
    const { error, data } = await desk.ask({ name: 'taxes', value, ...(from ? { from } : {}) })
    return error === null ? [] : Object.keys((data as { fields: object }).fields)
  }
  await desk.change({ ...taxed(40, '2027-06'), from: '2098-01-01' })
  expect(await refused({ bullion_bps: 50 })).toEqual(['rule'])
  expect(await refused({ bullion_bps: 50, rule: '2027-06' })).toEqual(['rule'])
  expect(await refused({ bullion_bps: 50, rule: '2027-06' }, '2099-01-01')).toEqual(['rule'])
  expect(await refused({ in_grams_bps: 50 })).toEqual(['in_grams_rule'])
  expect(await refused({ bullion_bps: 3001, rule: '2027-07' })).toEqual(['bullion_bps'])
  expect(await refused({ rule: '' })).toEqual(['rule'])
  expect(await refused({ confirmed: '2026-01, 2026-11-G' })).toEqual(['confirmed'])
  await expect(
    insertSetting(shop.karat.db, {
      ...{ store: 'id', name: 'taxes', by: 'test', reason: 'test', from: null, value: { bullion_bps: 3001 } },
    }),
  ).rejects.toThrow('taxes_are_rates')
})
