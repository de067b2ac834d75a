/** A cart holds 50 lines, however many are added at once. */
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call, differentSkus } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { CartCounts } from './add-to-cart.ts'
import type { CartListView } from './contract.ts'

const sound = openShop({ EXPOSURE_LIMITS: '1' })
const broken = openShop()
beforeEach(async () => {
  await freshTick(sound)
  await freshTick(broken)
})

const add = (shop: Shop, member: TestMember, skuId: number | undefined) =>
  call<CartCounts>(shop, member, '/product/add_cart', { sku_id: skuId, quantity: 1 })
const put = (db: Queryable, { id }: TestMember, skuIds: number[]) =>
  db.run(sql`insert into cart.lines (member_id, store, sku_id, quantity, price_when_added_minor, currency)
    select ${id}, 'id', sku_id, 1, 1, 'IDR' from unnest(${skuIds}::int[]) as sku_id`)
const linesOf = async ({ karat }: Shop, { id }: TestMember) =>
  (await karat.db.row<{ n: number }>(sql`select count(*)::int as n from cart.lines where member_id = ${id}`))?.n

test('the 50th line is taken, the 51st refused by name, and more pieces of a line that is there still go in', async () => {
  const member = await signedIn(sound)
  const skuIds = differentSkus(sound, 51)
  await put(sound.karat.db, member, skuIds.slice(0, 49))
  expect(await add(sound, member, skuIds[49])).toMatchObject({ http: 200, data: { lines: 50, count: 50 } })
  expect(await add(sound, member, skuIds[50])).toMatchObject({
    http: 409,
    error: 'cart_line_limit',
    data: { lines: settings.cart.maxLines },
  })
  expect(await add(sound, member, skuIds[0])).toMatchObject({ http: 200, data: { lines: 50, count: 51 } })
  const further = put(sound.karat.db, member, skuIds.slice(50))
  await expect(further).rejects.toMatchObject({ constraint: 'cart_lines_in_range' })
})

test('says what may still be ordered today, and nothing where there is no limit', async () => {
  const left = async (level: 1 | 3) =>
    (await call<CartListView>(sound, await signedIn(sound, 'Ratna Wulandari', 'id', level), '/product/cartList')).data
  expect(await left(1)).toMatchObject({ left_today: '50000000', most_fine_weight: '1000.0000' })
  expect(await left(3)).toMatchObject({ left_today: null })
})

test('100 lines added at once: 50 are taken', async () => {
  const member = await signedIn(sound)
  const answers = await Promise.all(differentSkus(sound, 100).map((skuId) => add(sound, member, skuId)))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(50)
  expect(answers.filter(({ error }) => error === 'cart_line_limit')).toHaveLength(50)
  expect(await linesOf(sound, member)).toBe(50)
})

/** The last place is taken in a transaction that has not ended while another line is added. */
async function besideTheLast(shop: Shop) {
  const member = await signedIn(shop)
  const skuIds = differentSkus(shop, 51)
  await put(shop.karat.db, member, skuIds.slice(0, 49))
  const beside = await shop.karat.db.transaction(async (tx) => {
    await put(tx, member, skuIds.slice(49, 50))
    const adding = add(shop, member, skuIds[50])
    await overOrHeld(shop, adding)
    return { adding }
  })
  return { answer: await beside.adding, lines: await linesOf(shop, member) }
}

test('a line added while the last place is being taken waits, and is refused', async () => {
  expect(await besideTheLast(sound)).toMatchObject({ answer: { error: 'cart_line_limit' }, lines: 50 })
})

test('control: lines that are counted without standing in line are one too many', async () => {
  await asOwner(broken.connectionString, ['alter table cart.lines disable trigger limit_lines'])
  expect(await besideTheLast(broken)).toMatchObject({ answer: { http: 200 }, lines: 51 })
})
