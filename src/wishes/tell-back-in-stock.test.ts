import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { readConfig } from '../config.ts'
import { sql } from '../db/database.ts'
import { openKarat } from '../karat.ts'
import { openLog } from '../log.ts'
import { tellBackInStock } from './tell-back-in-stock.ts'
import { forgetAnswered } from './worker.ts'

const shop = openShop()
/** The control works on a database of its own. */
const broken = openShop()
beforeEach(async () => {
  for (const one of [shop, broken]) one.intercept.current = undefined
  await freshTick(shop)
  await freshTick(broken)
})

type Letter = { to: string; subject: string; body: string; template: string }

/** A sku that nobody waits for, without stock. */
async function soldOut({ karat }: Shop): Promise<number> {
  const taken = await karat.db.rows<{ id: number }>(sql`select distinct sku_id as id from wishes.back_notices`)
  const ids = karat.catalogue.products('id').flatMap((product) => product.skus.map((sku) => sku.id))
  const id = ids.find((one) => !taken.some((row) => row.id === one)) ?? 0
  await setStock({ karat }, id, 0)
  return id
}

async function setStock({ karat }: Pick<Shop, 'karat'>, skuId: number, stock: number) {
  await karat.db.transaction(async (tx) => {
    const before = await tx.row<{ stock: number }>(sql`select stock from catalogue.skus where id = ${skuId} for update`)
    const change = stock - (before?.stock ?? 0)
    if (change === 0) return
    await tx.run(sql`update catalogue.skus set stock = ${stock}, received = received + ${change} where id = ${skuId}`)
    await tx.run(sql`insert into catalogue.stock_moves (sku_id, quantity, reason, reference)
      values (${skuId}, ${change}, ${change > 0 ? 'received' : 'counted'}, ${randomUUID()})`)
  })
  await karat.catalogue.refresh()
}

async function waitingMembers(on: Shop, skuId: number, count: number): Promise<TestMember[]> {
  const members: TestMember[] = []
  for (let i = 0; i < count; i++) {
    const member = await signedIn(on)
    await ask(on, member, '/product/add_notice', { sku_id: skuId })
    members.push(member)
  }
  return members
}

const lettersTo = async (on: Shop, { id }: TestMember): Promise<Letter[]> => {
  const answer = await on.app.inject({ url: '/dev/mailbox.json', query: { to: `${id}@karat.test` } })
  return answer.json().messages.filter((message: Letter) => message.template === 'back_in_stock')
}
const counts = (on: Shop, members: TestMember[]) =>
  Promise.all(members.map(async (member) => (await lettersTo(on, member)).length))

test('who waits is told once, in their language, with a link to the piece', async () => {
  const skuId = await soldOut(shop)
  const [member] = await waitingMembers(shop, skuId, 1)
  if (!member) throw new Error('nobody waits')
  await shop.karat.db.run(sql`update identity.members set language = 'id' where id = ${member.id}`)
  expect(await tellBackInStock(shop.karat), 'nothing is said before it is back').toBe(0)
  await setStock(shop, skuId, 5)
  expect(await tellBackInStock(shop.karat)).toBe(1)
  expect(await tellBackInStock(shop.karat)).toBe(0)
  const [letter] = await lettersTo(shop, member)
  const product = shop.karat.catalogue.sku('id', skuId)?.product
  expect(letter?.subject).toMatch(/tersedia lagi$/)
  expect(letter?.subject).toContain(product?.name.id)
  expect(letter?.body).toContain(`/product/productDetail?id=${product?.id}&sku=${skuId}`)
  expect(await counts(shop, [member])).toEqual([1])
})

test('a request that was withdrawn gets no message; asked again it stands at the end', async () => {
  const skuId = await soldOut(shop)
  const [first, second] = await waitingMembers(shop, skuId, 2)
  if (!first || !second) throw new Error('nobody waits')
  await ask(shop, first, '/product/delNotice', { sku_ids: [skuId] })
  await ask(shop, first, '/product/add_notice', { sku_id: skuId })
  await setStock(shop, skuId, 1)
  await tellBackInStock(shop.karat)
  expect(await counts(shop, [first, second])).toEqual([0, 1])
})

test('of two pieces the first two of four hear, the others after the head start', async () => {
  const skuId = await soldOut(shop)
  const members = await waitingMembers(shop, skuId, 4)
  await setStock(shop, skuId, 2)
  expect(await tellBackInStock(shop.karat)).toBe(2)
  expect(await counts(shop, members)).toEqual([1, 1, 0, 0])
  expect(await tellBackInStock(shop.karat)).toBe(0)
  await shop.karat.db.run(
    sql`update wishes.back_notices set told_at = told_at - interval '1 hour' where sku_id = ${skuId}`,
  )
  expect(await tellBackInStock(shop.karat)).toBe(2)
  expect(await counts(shop, members)).toEqual([1, 1, 1, 1])
})

test('an answered request is over: the next time somebody has to ask again', async () => {
  const skuId = await soldOut(shop)
  const [member] = await waitingMembers(shop, skuId, 1)
  if (!member) throw new Error('nobody waits')
  await setStock(shop, skuId, 3)
  await tellBackInStock(shop.karat)
  expect(await ask(shop, member, '/product/wishSkus')).toEqual({ wishes: [], notices: [] })
  await setStock(shop, skuId, 0)
  await setStock(shop, skuId, 3)
  expect(await tellBackInStock(shop.karat)).toBe(0)
  await shop.karat.db.run(
    sql`update wishes.back_notices set told_at = now() - interval '31 days' where sku_id = ${skuId}`,
  )
  expect(await forgetAnswered(shop.karat)).toBe(1)
})

test('of one piece the second hears when the first cannot be told', async () => {
  const skuId = await soldOut(shop)
  const members = await waitingMembers(shop, skuId, 3)
  await setStock(shop, skuId, 1)
  let failures = 0
  shop.intercept.current = (text) => {
    if (!text.includes('insert into mail.messages') || failures++ > 0) return text
    throw new Error('planted')
  }
  expect(await tellBackInStock(shop.karat)).toBe(1)
  shop.intercept.current = undefined
  expect(await counts(shop, members)).toEqual([0, 1, 0])
})

test('a member who cannot be told does not hold up the others, and is told later', async () => {
  const skuId = await soldOut(shop)
  const members = await waitingMembers(shop, skuId, 3)
  await setStock(shop, skuId, 9)
  let failures = 0
  shop.intercept.current = (text) => {
    if (!text.includes('insert into mail.messages') || failures++ > 0) return text
    throw new Error('planted')
  }
  expect(await tellBackInStock(shop.karat)).toBe(2)
  expect(await counts(shop, members)).toEqual([0, 1, 1])
  shop.intercept.current = undefined
  expect(await tellBackInStock(shop.karat)).toBe(1)
  expect(await counts(shop, members)).toEqual([1, 1, 1])
})

/** Stock returns while two instances and four rounds of each look at the same requests. */
async function twoInstances(on: Shop) {
  const other = await openKarat({
    config: readConfig(testEnvironment),
    connectionString: on.connectionString,
    log: openLog('silent'),
    now: () => on.clock.ms,
    intercept: (text) => (on.intercept.current ? on.intercept.current(text) : text),
  })
  try {
    const skuId = await soldOut(on)
    const members = await waitingMembers(on, skuId, 6)
    await setStock(on, skuId, 50)
    await other.catalogue.refresh()
    await Promise.all([on.karat, other].flatMap((karat) => Array.from({ length: 4 }, () => tellBackInStock(karat))))
    return await counts(on, members)
  } finally {
    await other.close()
  }
}

test('two instances that see the stock return write one message each time', async () => {
  expect(await twoInstances(shop)).toEqual([1, 1, 1, 1, 1, 1])
})

test('control: a request that can be answered twice is seen', async () => {
  const meet = meetingAt('set told_at = clock_timestamp()', 8)
  const planted = vi.fn()
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('and told_at is null') || !text.includes('set told_at')) return text
    planted()
    return text.replace('and told_at is null', '')
  }
  const written = await twoInstances(broken)
  expect(planted).toHaveBeenCalled()
  expect(Math.max(...written)).toBeGreaterThan(1)
})
