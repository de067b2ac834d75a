import { beforeEach, expect, test, vi } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask, call, differentSkus } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { WishedSkusView, WishListView } from './contract.ts'

const shop = openShop()
/** The control works on a database of its own. */
const broken = openShop()
beforeEach(async () => {
  await freshTick(shop)
  await freshTick(broken)
})

const add = (member: TestMember, sku_id: number, on = shop) =>
  call<WishedSkusView>(on, member, '/product/add_wish', { sku_id })
const listOf = (member: TestMember) => ask<WishListView>(shop, member, '/product/wishList')
const firstSku = () => differentSkus(shop, 1)[0] ?? 0

test('a wish shows the price of this moment and what moved since it was saved', async () => {
  const member = await signedIn(shop)
  const skuId = firstSku()
  expect((await add(member, skuId)).data).toEqual({ wishes: [skuId], notices: [] })
  const [before] = (await listOf(member)).items
  expect(before).toMatchObject({ sku_id: skuId, change: '0', price_when_added: before?.price_with_tax })
  await movePrice(shop, 100)
  const [after] = (await listOf(member)).items
  expect(after?.price_when_added).toBe(before?.price_with_tax)
  expect(BigInt(after?.change ?? 0)).toBe(BigInt(after?.price_with_tax ?? 0) - BigInt(before?.price_with_tax ?? 0))
  expect(BigInt(after?.change ?? 0)).toBeGreaterThan(0n)
})

test('a wish added again keeps its day and price', async () => {
  const member = await signedIn(shop)
  const skuId = firstSku()
  await add(member, skuId)
  const [first] = (await listOf(member)).items
  await movePrice(shop, 50)
  await add(member, skuId)
  const items = (await listOf(member)).items
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ added_at: first?.added_at, price_when_added: first?.price_when_added })
})

test('in another currency the change is not made up', async () => {
  const member = await signedIn(shop)
  await add(member, firstSku())
  await shop.karat.db.run(sql`update wishes.wishes set currency = 'USD' where member_id = ${member.id}`)
  expect((await listOf(member)).items[0]).toMatchObject({ price_when_added: null, change: null })
})

test('the newest wish stands first, and removing leaves the others', async () => {
  const member = await signedIn(shop)
  const [a = 0, b = 0, c = 0] = differentSkus(shop, 3)
  for (const id of [a, b, c]) await add(member, id)
  expect((await listOf(member)).items.map((item) => item.sku_id)).toEqual([c, b, a])
  expect(await ask(shop, member, '/product/delWish', { sku_ids: [b, 999_999] })).toEqual({
    wishes: [c, a],
    notices: [],
  })
})

test('a wishlist belongs to one member', async () => {
  const [owner, stranger] = [await signedIn(shop), await signedIn(shop, 'Bagus Pratama')]
  const skuId = firstSku()
  await add(owner, skuId)
  await ask(shop, stranger, '/product/delWish', { sku_ids: [skuId] })
  expect((await listOf(stranger)).items).toEqual([])
  expect((await listOf(owner)).items.map((item) => item.sku_id)).toEqual([skuId])
  expect((await call(shop, null, '/product/wishSkus')).code).toBe(4001)
})

test('another store’s sku cannot be wished for', async () => {
  const foreign = shop.karat.catalogue.products('my')[0]?.skus[0]?.id ?? 0
  expect(await add(await signedIn(shop), foreign)).toMatchObject({ http: 404, error: 'not_found' })
})

test('what is in stock needs no notice', async () => {
  const answer = await call(shop, await signedIn(shop), '/product/add_notice', { sku_id: firstSku() })
  expect(answer).toMatchObject({ http: 409, error: 'sku_in_stock' })
})

/** One wish short of the limit; then five more at once. */
async function fiveAtTheLimit(on: Shop) {
  const member = await signedIn(on)
  const skus = on.karat.catalogue.products('id').flatMap((product) => product.skus.map((sku) => sku.id))
  const full = skus.slice(0, settings.wishes.max - 1)
  for (const id of full)
    await on.karat.db.run(sql`insert into wishes.wishes (member_id, store, sku_id, price_when_added_minor, currency)
      values (${member.id}, 'id', ${id}, 1, 'IDR')`)
  const answers = await Promise.all(skus.slice(full.length, full.length + 5).map((id) => add(member, id, on)))
  return {
    let_in: answers.filter((answer) => answer.http === 200).length,
    refused: answers.filter((answer) => answer.error === 'wish_limit').length,
  }
}

test('five wishes at once at the limit: one is kept', async () => {
  expect(await fiveAtTheLimit(shop)).toEqual({ let_in: 1, refused: 4 })
})

test('control: without taking turns the limit is passed', async () => {
  const meet = meetingAt('values ($1, $2, $3, $4, $5) on conflict do nothing', 5)
  const seen = vi.fn()
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('pg_advisory_xact_lock')) return text
    seen()
    return 'select $1::text'
  }
  const { let_in } = await fiveAtTheLimit(broken)
  expect(seen).toHaveBeenCalled()
  expect(let_in).toBeGreaterThan(1)
})

test('cards of named skus come in the order asked for, without those that are not sold here', async () => {
  const [a = 0, b = 0] = differentSkus(shop, 2)
  const url = `/product/getSkuCards?sku_ids=${b},999999,${a}`
  const { items } = await ask<{ items: { sku_id: number }[] }>(shop, null, url)
  expect(items.map((item) => item.sku_id)).toEqual([b, a])
  const wrong = await call<{ fields: Record<string, string> }>(shop, null, '/product/getSkuCards?sku_ids=1,x')
  expect(wrong).toMatchObject({ http: 422, data: { fields: { sku_ids: expect.stringContaining('ids') } } })
})
