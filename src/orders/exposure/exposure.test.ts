/** The gold that the house is bound to at a price of its past stays within its limits, whoever asks at once (product.md §5). */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { moveThrough, paidLongAgo, paidOrder, quoted } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, differentSkus, guaranteed, pickupPoint, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import { firstSettings } from '../../stores/setting-rules.ts'
import type { GuaranteeView, PriceChanged, SubmittedView } from '../contract.ts'
import { readExposure, sweepExposure } from './commitments.ts'
import { limitsOf } from './exposure-rules.ts'

const { member: memberLimit, newcomers: newcomersLimit } = limitsOf(firstSettings.limits)

const limits = { EXPOSURE_LIMITS: '1' }
const sound = openShop(limits)
const broken = openShop(limits)
let skuId: number
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
    await allOver(shop)
  }
  skuId = await someSku(sound)
})

/** Whatever the tests before left open is over, and off the count. */
async function allOver({ karat }: Shop) {
  await karat.db.run(
    sql`update orders.guarantees set expires_at = now() - interval '1 minute' where used_at is null and expires_at > now()`,
  )
  await karat.db.run(sql`update orders.orders set paid_at = now() - interval '1 hour' where state = 'paid'`)
  await karat.db.run(sql`
    delete from orders.commitments where guarantee_id in (select guarantee_id from orders.orders where state = 'pending_payment')`)
  await sweepExposure(karat.db, { due: false })
  await karat.db.run(sql`update orders.exposure e set open_e4 = 0, newcomers_e4 = 0`)
}

/** What is counted; beside it what guarantees and orders themselves say. */
async function exposureOf(shop: Shop) {
  await sweepExposure(shop.karat.db, { due: false })
  const counted = await shop.karat.db.row<{ open: bigint; newcomers: bigint }>(
    sql`select open_e4 as open, newcomers_e4 as newcomers from orders.exposure where store = 'id'`,
  )
  const { open, newcomers, ...parts } = await readExposure(shop.karat.db, 'id')
  expect(counted).toEqual({ open, newcomers })
  return { open, newcomers, ...parts }
}
const hold = (shop: Shop, member: TestMember, sku: number, quantity: number) => async () =>
  call<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: sku, quantity },
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) },
  })
const completed = async (shop: Shop, member: TestMember) => {
  const { order } = await paidOrder(shop, member, await someSku(shop))
  await moveThrough(shop, order.order_id, 'preparing', 'ready_for_pickup', 'completed')
}
const ten = 100_000n

test('one piece of gold is counted once: guarantee, unpaid order, cancellable order, then nothing', async () => {
  const member = await signedIn(sound)
  const nothing = { guarantees: 0n, unpaid: 0n, transfers: 0n, cancellable: 0n, quotes: 0n }
  const { guarantee_id } = await guaranteed(sound, member, skuId, 2)
  expect(await exposureOf(sound)).toEqual({ ...nothing, guarantees: 2n * ten, open: 2n * ten, newcomers: 2n * ten })
  await ask(sound, member, '/product/submit_order', { guarantee_id })
  expect(await exposureOf(sound)).toMatchObject({ ...nothing, unpaid: 2n * ten, open: 2n * ten })
  const { order } = await paidOrder(sound, member, skuId)
  expect(await exposureOf(sound)).toMatchObject({ ...nothing, unpaid: 2n * ten, cancellable: ten, open: 3n * ten })
  await quoted(sound, member, order.order_id)
  expect(await exposureOf(sound)).toMatchObject({ ...nothing, unpaid: 2n * ten, quotes: ten, open: 3n * ten })
  await sound.karat.db.run(sql`update orders.quotes set expires_at = now() where order_id = ${order.order_id}`)
  await paidLongAgo(sound, order.order_id)
  expect(await exposureOf(sound)).toMatchObject({ ...nothing, unpaid: 2n * ten, open: 2n * ten })
})

test('the round takes off what is due by its time, in steps, and what is not due stays', async () => {
  const member = await signedIn(sound)
  const skus = differentSkus(sound, 4)
  for (const sku of skus) await guaranteed(sound, member, sku)
  const { open } = await exposureOf(sound)
  expect(await sweepExposure(sound.karat.db, { due: true, atOnce: 2 })).toBe(0)
  await sound.karat.db.run(sql`
    update orders.guarantees set expires_at = now() - interval '6 seconds' where member_id = ${member.id}`)
  await sound.karat.db.run(sql`update orders.commitments set look_at = now() where member_id = ${member.id}`)
  expect(open).toBeGreaterThan(0n)
  expect(await sweepExposure(sound.karat.db, { due: true, atOnce: 2 })).toBe(4)
  expect(await exposureOf(sound)).toMatchObject({ open: 0n })
})

test('a newer guarantee for the same takes the place of the older one, whose page is asked again and then buys', async () => {
  const member = await signedIn(sound)
  const first = await guaranteed(sound, member, skuId, 2)
  const second = await guaranteed(sound, member, skuId, 3)
  expect(await exposureOf(sound)).toMatchObject({ guarantees: 3n * ten })
  const late = await call<PriceChanged>(sound, member, '/product/submit_order', { guarantee_id: first.guarantee_id })
  expect(late).toMatchObject({ code: 6000, error: 'price_changed', data: { guarantee: { lines: [{ quantity: 2 }] } } })
  const bought = await call<SubmittedView>(sound, member, '/product/submit_order', {
    guarantee_id: late.data.guarantee.guarantee_id,
  })
  expect(bought.http).toBe(200)
  const other = await call(sound, member, '/product/submit_order', { guarantee_id: second.guarantee_id })
  expect(other).toMatchObject({ error: 'price_changed' })
})

test('two open pages for different pieces hold both prices', async () => {
  const member = await signedIn(sound)
  const [one = 0, two = 0] = differentSkus(sound, 2)
  const held = [await guaranteed(sound, member, one), await guaranteed(sound, member, two)]
  for (const { guarantee_id } of held)
    expect((await call(sound, member, '/product/submit_order', { guarantee_id })).http).toBe(200)
})

test('a member holds 1 kg and not one piece more; pages left behind make room, orders do not', async () => {
  const member = await signedIn(sound)
  await completed(sound, member)
  await paidLongAgo(sound, (await paidOrder(sound, member, skuId)).order.order_id)
  expect(await hold(sound, member, skuId, 100)()).toMatchObject({ http: 200 })
  const [, other = 0] = differentSkus(sound, 2)
  const made = await hold(sound, member, other, 1)()
  expect(made.http).toBe(200)
  expect((await exposureOf(sound)).open).toBeLessThan(memberLimit)
  const kilogram = await guaranteed(sound, member, skuId, 99)
  await ask(sound, member, '/product/submit_order', { guarantee_id: kilogram.guarantee_id })
  const [heavy = 0] = sound.karat.catalogue
    .products('id')
    .flatMap((product) => product.skus)
    .filter((sku) => sku.fineWeight > ten && sku.stock > 0)
    .map((sku) => sku.id)
  const before = await exposureOf(sound)
  expect(await hold(sound, member, heavy, 1)()).toMatchObject({
    ...{ http: 409, code: 6000, error: 'exposure_limit' },
    data: { of: 'member', most: '1000.0000' },
  })
  expect(await exposureOf(sound)).toEqual(before)
})

test('a level’s day bounds what is held at the same time; more than the day takes is refused before anything is held', async () => {
  const member = await signedIn(sound, 'Ratna Wulandari', 'id', 0)
  expect(await hold(sound, member, skuId, 4)()).toMatchObject({
    code: 6000,
    error: 'verification_required',
    data: { need: 'T2' },
  })
  expect(await exposureOf(sound)).toMatchObject({ open: 0n })
  expect(await hold(sound, member, skuId, 2)()).toMatchObject({ http: 200 })
  const skus = differentSkus(sound, 30).filter((sku) => sku !== skuId)
  for (const sku of skus) expect([200, 409]).toContain((await hold(sound, member, sku, 1)()).http)
  const { totals } = await sound.karat.db.transaction(async (tx) => ({
    totals: await tx.rows<{ total: bigint }>(sql`
      select sum(total_minor)::bigint as total from orders.guarantees
      where member_id = ${member.id} and used_at is null and released_at is null and expires_at > now()`),
  }))
  expect(totals[0]?.total).toBeLessThanOrEqual(50_000_000n)
})

/** Newcomers who each want half a kilogram at once: together ten times what they may share. */
async function manyNewcomers(shop: Shop) {
  const sku = await someSku(shop)
  const members = await Promise.all(Array.from({ length: 80 }, () => signedIn(shop)))
  const answers = await Promise.all(members.map((member) => hold(shop, member, sku, 50)()))
  return answers
}

test('80 newcomers at once hold a fifth of the limit together, to the piece; who has bought before goes on', async () => {
  const regular = await signedIn(sound)
  await completed(sound, regular)
  await allOver(sound)
  const answers = await manyNewcomers(sound)
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(8)
  expect(answers.filter(({ error }) => error === 'exposure_limit')).toHaveLength(72)
  expect(answers.find(({ error }) => error === 'exposure_limit')?.data).toMatchObject({ of: 'shop' })
  expect(await exposureOf(sound)).toMatchObject({ newcomers: newcomersLimit, guarantees: newcomersLimit })
  expect((await hold(sound, regular, skuId, 10)()).http).toBe(200)
  expect((await hold(sound, await signedIn(sound), skuId, 1)()).http).toBe(409)
})

test('control: a limit that is only compared with what was read before is overrun', async () => {
  const meet = meetingAt('insert into orders.commitments', 20)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    const changed = text.replaceAll(
      /e\.(open|newcomers)_e4 \+ change\.\w+ <=/g,
      '(select x.$1_e4 + change.fine from orders.exposure x where x.store = e.store) <=',
    )
    planted ||= changed !== text
    return changed
  }
  const answers = await manyNewcomers(broken)
  expect(planted).toBe(true)
  expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(8)
})

test('20 kg is the end for everybody, and what ended unswept makes room at once', async () => {
  await sound.karat.db.run(sql`update orders.exposure set open_e4 = 199_900_000 where store = 'id'`)
  const regular = await signedIn(sound)
  await completed(sound, regular)
  await paidLongAgo(sound, (await paidOrder(sound, regular, skuId)).order.order_id)
  await sound.karat.db.run(sql`update orders.exposure set open_e4 = 199_900_000, newcomers_e4 = 0 where store = 'id'`)
  await sound.karat.db.run(sql`delete from orders.commitments where member_id = ${regular.id}`)
  expect(await hold(sound, regular, skuId, 2)()).toMatchObject({ error: 'exposure_limit', data: { of: 'shop' } })
  expect((await hold(sound, regular, skuId, 1)()).http).toBe(200)
  expect((await hold(sound, regular, differentSkus(sound, 3)[2] ?? 0, 1)()).error).toBe('exposure_limit')
  await sound.karat.db.run(sql`
    update orders.guarantees set expires_at = now() - interval '6 seconds' where member_id = ${regular.id}`)
  expect((await hold(sound, await withOrder(sound), skuId, 1)()).http).toBe(200)
})

/** Somebody who has bought before, at no exposure. */
async function withOrder(shop: Shop) {
  const member = await signedIn(shop)
  await shop.karat.db.run(sql`update orders.orders set member_id = ${member.id} where id = (
    select id from orders.orders where state = 'completed' limit 1)`)
  return member
}
