/** Pickup points kept by staff: offered and closed from a moment on, by two people where gold is handed over, and never under an order's feet. */
import { beforeAll, expect, test } from 'vitest'
import { lateAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { OfficePointsView } from '../../delivery/office-contract.ts'
import type { GuaranteeView, OrderDetailView, SubmittedView } from '../../orders/contract.ts'

const { sound: shop, broken } = openShopPair()
const reason = 'The counter in Kemang'
const kemang = {
  ...{ name: 'Karat Kemang', street: 'Jl. Kemang Raya No. 8', city: 'Jakarta Selatan', telephone: '021 555 0101' },
  ...{ hours: { mon: '10:00-18:00', sat: '10:00-14:00' }, closed_days: { '2026-12-24': 'Stocktaking' } },
}
const owners = new Map<Shop, [TestStaff, TestStaff]>()
beforeAll(async () => {
  for (const one of [shop, broken])
    owners.set(one, [await staffSignedIn(one, 'owner'), await staffSignedIn(one, 'owner')])
})
const by = (which: Shop, place: 0 | 1 = 0) => owners.get(which)?.[place] as TestStaff

const pointsOf = async (which = shop) =>
  ((await askStaff(which, by(which), '/settings/points?store=id')).data as OfficePointsView).points
const pointOf = async (name: string, which = shop) => {
  const point = (await pointsOf(which)).find((one) => one.name === name)
  if (!point) throw new Error(`no point ${name}`)
  return point
}
const offered = async (which = shop) =>
  (
    await call<{ pickup_points: { id: number; name: string; closed_days: object[] }[] }>(
      which,
      null,
      '/address/self_pickup',
    )
  ).data.pickup_points

/** Asked by one owner and, where it takes two people, approved by another. */
async function change(path: 'savePoint' | 'closePoint', wish: object, which = shop) {
  const answer = await askStaff(which, by(which), `/settings/${path}`, { store: 'id', reason, ...wish })
  const { approval_id } = answer.data
  if (approval_id) expect((await askStaff(which, by(which, 1), '/approvals/approve', { approval_id })).error).toBeNull()
  return answer
}
const close = async (name: string, which = shop, from: string | null = null) => {
  const { id, seen } = await pointOf(name, which)
  return change('closePoint', { id, seen, closed: true, from }, which)
}

test('a new point waits for a second person, is offered then, and the record says what it is', async () => {
  const answer = await askStaff(shop, by(shop), '/settings/savePoint', {
    ...{ store: 'id', id: null, seen: null, point: kemang, reason },
  })
  expect((await offered()).map(({ name }) => name)).not.toContain(kemang.name)
  const { approval_id } = answer.data
  expect((await askStaff(shop, by(shop, 1), '/approvals/approve', { approval_id })).error).toBeNull()
  expect((await offered()).find(({ name }) => name === kemang.name)).toMatchObject({
    ...{ telephone: kemang.telephone, hours: kemang.hours },
  })
  const [action] = await shop.karat.db.rows<{ details: object }>(
    sql`select details from staff.actions where action = 'settings.points' order by at limit 1`,
  )
  expect(action?.details).toMatchObject({ did: 'request', before: null, after: { street: kemang.street } })
})

test('hours and closed days take one person; another address takes two; what changes nothing writes nothing', async () => {
  const { id, seen, name, street, city, telephone, hours, closed_days } = await pointOf('Karat Dago')
  const point = { name, street, city, telephone, hours, closed_days }
  const noted = async () =>
    (
      await shop.karat.db.row<{ n: number }>(
        sql`select count(*)::int as n from staff.actions where action = 'settings.points'`,
      )
    )?.n
  const before = await noted()
  expect((await change('savePoint', { id, seen, point })).data).toEqual({ approval_id: null })
  expect(await noted()).toBe(before)
  const soon = new Date(shop.clock.ms + 3 * 86_400_000).toISOString().slice(0, 10)
  const closedSoon = { ...point, closed_days: { [soon]: 'Stocktaking', '2099-01-01': 'Far' } }
  expect((await change('savePoint', { id, seen, point: closedSoon })).data).toEqual({ approval_id: null })
  const closedDays = (await offered()).find((one) => one.id === id)?.closed_days
  expect(closedDays).toContainEqual({ day: soon, name: 'Stocktaking' })
  expect(closedDays).not.toContainEqual({ day: '2099-01-01', name: 'Far' })
  expect((await change('savePoint', { id, seen, point })).error, 'what was seen is over').toBe('edited_meanwhile')
  const moved = { ...closedSoon, street: 'Jl. Riau No. 1' }
  expect(
    (await change('savePoint', { id, seen: (await pointOf(name)).seen, point: moved })).data.approval_id,
  ).not.toBeNull()
  expect((await pointOf(name)).street).toBe('Jl. Riau No. 1')
})

test.each([
  [{ name: ' ' }, 'point.name'],
  [{ hours: {} }, 'hours_mon'],
  [{ hours: { tue: '17:00-09:00' } }, 'hours_tue'],
  [{ hours: { someday: '09:00-17:00' } }, 'hours_someday'],
  [{ closed_days: { '2026-02-30': 'No such day' } }, 'closed_days'],
])('%o is refused at its field', async (more, field) => {
  const { fields } = (await change('savePoint', { id: null, seen: null, point: { ...kemang, ...more } })).data
  expect(Object.keys(fields as object)).toEqual([field])
})

const member = () => signedIn(shop, 'Ratna Wulandari')
const held = async (which: Shop, id: number) => {
  const buyer = await signedIn(which)
  const wish = { sku_id: await someSku(which), quantity: 1, delivery: { mode: 'pickup', pickup_point_id: id } }
  return { buyer, ...(await ask<GuaranteeView>(which, buyer, '/product/confirm_order', wish)) }
}

test('a closed point is offered to nobody from its day on, and what was sold there keeps what it was sold under', async () => {
  const { id, street } = await pointOf('Karat Tunjungan')
  const { buyer, guarantee_id } = await held(shop, id)
  const order = await ask<SubmittedView>(shop, buyer, '/product/submit_order', { guarantee_id })
  await close('Karat Tunjungan', shop, '2099-01-01')
  expect(await pointOf('Karat Tunjungan')).toMatchObject({ closed: false, closes_at: '2098-12-31T17:00:00.000Z' })
  expect((await offered()).map((one) => one.id)).toContain(id)
  const yesterday = new Date(shop.clock.ms - 86_400_000).toISOString().slice(0, 10)
  expect(Object.keys((await close('Karat Tunjungan', shop, yesterday)).data.fields as object)).toEqual(['from'])
  expect((await close('Karat Tunjungan')).data).toEqual({ approval_id: null })
  expect((await offered()).map((one) => one.id)).not.toContain(id)
  const wish = { sku_id: await someSku(shop), quantity: 1, delivery: { mode: 'pickup', pickup_point_id: id } }
  expect((await call(shop, await member(), '/product/confirm_order', wish)).error).toBe('pickup_point_unknown')
  const { delivery } = await ask<OrderDetailView>(shop, buyer, `/product/order_detail?order_id=${order.order_id}`)
  expect(delivery).toMatchObject({ pickup_point_id: id, street })
  // closing it "from a later day" would open it again by one person
  expect(Object.keys((await close('Karat Tunjungan', shop, '2099-01-01')).data.fields as object)).toEqual(['from'])
  expect((await offered()).map((one) => one.id)).not.toContain(id)
  const { seen } = await pointOf('Karat Tunjungan')
  const reopened = await change('closePoint', { id, seen, closed: false, from: null })
  expect(reopened.data.approval_id).not.toBeNull()
  expect((await offered()).map((one) => one.id)).toContain(id)
})

test('a point that was promised and closed before the order is refused by name, and the price is still held', async () => {
  const { id } = await pointOf('Karat Sanur')
  const { buyer, guarantee_id } = await held(shop, id)
  await close('Karat Sanur')
  const submit = () => call(shop, buyer, '/product/submit_order', { guarantee_id })
  expect((await submit()).error).toBe('pickup_point_closed')
  const [other] = await offered()
  const delivery = { mode: 'pickup', pickup_point_id: other?.id }
  await ask(shop, buyer, '/product/confirm_order', { guarantee_id, delivery })
  expect((await submit()).error).toBeNull()
})

/** Submitting comes to the order's own statement, and there somebody closes its point. What was made, and whether the point was closed by then. */
async function closedMeanwhile(which: Shop, plant: (text: string) => string) {
  const { id, name } = (await pointsOf(which)).find(({ closed }) => !closed) ?? { id: 0, name: '' }
  const { buyer, guarantee_id } = await held(which, id)
  let closing: Promise<unknown> | undefined
  let isClosed = false
  const submit = () => call(which, buyer, '/product/submit_order', { guarantee_id })
  await lateAt(which, { at: /insert into orders\.orders/, plant }, submit, async () => {
    closing = close(name, which)
    await overOrHeld(which, closing)
    isClosed = !(await offeredBeside(which)).includes(id)
  })
  await closing
  return isClosed
}
const offeredBeside = async (which: Shop) =>
  (
    await which.karat.db.rows<{ id: number }>(
      sql`select id from delivery.pickup_points where store = 'id' and (closes_at is null or closes_at > now())`,
    )
  ).map(({ id }) => id)

test('whoever closes a point waits for the order that is being made', async () =>
  expect(await closedMeanwhile(shop, (text) => text)).toBe(false))
test('control: without holding the point it is closed under the order', async () =>
  expect(await closedMeanwhile(broken, (text) => text.replace(/(delivery\.pickup_points[^;]*) for share/, '$1'))).toBe(
    true,
  ))

test('a store without a point offers the courier alone, and no point is ever removed', async () => {
  for (const { name } of (await pointsOf()).filter(({ closed }) => !closed)) await close(name)
  expect(await offered()).toEqual([])
  await expect(shop.karat.db.run(sql`delete from delivery.pickup_points`)).rejects.toThrow('permission denied')
  await expect(asOwner(shop.connectionString, ['delete from delivery.pickup_points'])).rejects.toThrow('never removed')
})
