/** The pickup code: for its owner from payment on, right once the order is ready, with few tries. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView } from '../contract.ts'
import { checkPickupCode, pickupCodeOf } from './pickup-code.ts'

const shop = openShop()
let member: TestMember
let orderId: string
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  member = await signedIn(shop)
  orderId = (await submitted(shop, member, await someSku(shop))).order_id
})
const putInto = (state: string) =>
  shop.karat.db.run(sql`update orders.orders set state = ${state} where id = ${orderId}`)
const detail = () => ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${orderId}`)
const wrong = (code: string) => (code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`)

test('is shown to the owner while it is of use, and stands nowhere in the database', async () => {
  expect((await detail()).pickup).toBeNull()
  const seen: Record<string, string | undefined> = {}
  for (const state of ['paid', 'preparing', 'ready_for_pickup', 'completed', 'cancelled']) {
    await putInto(state)
    seen[state] = (await detail()).pickup?.code
  }
  const code = pickupCodeOf(shop.karat, orderId)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(seen).toEqual({
    paid: code,
    preparing: code,
    ready_for_pickup: code,
    completed: undefined,
    cancelled: undefined,
  })
  await putInto('ready_for_pickup')
  await checkPickupCode(shop.karat, { orderId, code: wrong(code) })
  const stored = await shop.karat.db.row<{ text: string }>(sql`
    select to_jsonb(o)::text || coalesce((select to_jsonb(t)::text from orders.pickup_tries t where t.order_id = o.id), '') as text
    from orders.orders o where id = ${orderId}`)
  expect(stored?.text).not.toContain(code)
})

test('only the code of this very order opens it, however it is typed, and only when it is ready', async () => {
  const code = pickupCodeOf(shop.karat, orderId)
  await putInto('paid')
  expect(await checkPickupCode(shop.karat, { orderId, code })).toEqual({ outcome: 'not_ready' })
  await putInto('ready_for_pickup')
  const other = (await submitted(shop, member, await someSku(shop))).order_id
  expect(await checkPickupCode(shop.karat, { orderId, code: pickupCodeOf(shop.karat, other) })).toEqual({
    outcome: 'wrong',
    left: 4,
  })
  const typed = ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)} `
  expect(await checkPickupCode(shop.karat, { orderId, code: typed })).toEqual({ outcome: 'right' })
})

test('50 guesses at once are compared five times, and then the right code is of no use either', async () => {
  await putInto('ready_for_pickup')
  const code = pickupCodeOf(shop.karat, orderId)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => checkPickupCode(shop.karat, { orderId, code: wrong(code) })),
  )
  expect(answers.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5)
  expect(answers.filter(({ outcome }) => outcome === 'locked')).toHaveLength(45)
  expect(await checkPickupCode(shop.karat, { orderId, code })).toEqual({ outcome: 'locked' })
})

test('control: tries that are not counted let every guess be compared', async () => {
  await putInto('ready_for_pickup')
  const code = pickupCodeOf(shop.karat, orderId)
  shop.intercept.current = (text) =>
    text.replace('set used = t.used + 1, last_at = now()', 'set used = 1, last_at = now()')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => checkPickupCode(shop.karat, { orderId, code: wrong(code) })),
  )
  expect(answers.filter(({ outcome }) => outcome === 'wrong').length).toBeGreaterThan(5)
})
