/** Runs over many orders: foreseen, done once by whichever instance, each order by its own command, and what became of each. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lateAt, meetingAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { paidOrder, stateOf } from '../../../tests/support/money-back.ts'
import { payable, someSku } from '../../../tests/support/purchase.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { RunView } from './bulk-contract.ts'
import { chosenText } from './bulk-rules.ts'
import { workRuns } from './work-runs.ts'

const { sound, broken } = openShopPair()
let desk: TestStaff
let member: TestMember
beforeAll(async () => {
  desk = await staffSignedIn(sound, 'desk')
  member = await signedIn(sound)
})
beforeEach(() => {
  sound.intercept.current = undefined
})

/** So many more that are like this one. */
async function alike({ karat: { db } }: Shop, orderId: string, count: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with of as (select gen_random_uuid() as id, gen_random_uuid() as guarantee, n from generate_series(1, ${count}::int) n),
    guarantees as (
      insert into orders.guarantees select (jsonb_populate_record(g, jsonb_build_object('id', of.guarantee))).*
      from of, orders.orders o join orders.guarantees g on g.id = o.guarantee_id where o.id = ${orderId} returning id),
    made as (
      insert into orders.orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', of.id, 'guarantee_id', of.guarantee, 'number', o.number || '-' || of.n))).*
      from of join guarantees g on g.id = of.guarantee, orders.orders o where o.id = ${orderId} returning id, number),
    lines as (
      insert into orders.lines select (jsonb_populate_record(l, jsonb_build_object('order_id', of.id))).*
      from of join made on made.id = of.id, orders.lines l where l.order_id = ${orderId}),
    moves as (
      insert into orders.moves (order_id, from_state, to_state, actor, reason)
      select of.id, m.from_state, m.to_state, m.actor, m.reason from of join made on made.id = of.id, orders.moves m where m.order_id = ${orderId})
    select id from made order by number`)
  return rows.map(({ id }) => id)
}

const chosen = (ids: string[]) => chosenText(ids.map((orderId) => ({ orderId, expected: 'paid' })))
const prepares = { action: 'prepare', cause: null }
const giving = { action: 'give_up', cause: 'error' }

async function begun(shop: Shop, who: TestStaff, body: object): Promise<string> {
  const { status, data, error } = await askStaff(shop, who, '/orders/beginRun', { reason: null, ...body })
  expect(`${status} ${error}`).toBe('200 null')
  return String(data.run_id)
}
const runOf = async (shop: Shop, who: TestStaff, id: string) =>
  (await askStaff(shop, who, `/orders/run?run_id=${id}`)).data as unknown as RunView
const ends = (shop: Shop, ids: string[], to: string) =>
  shop.karat.db.rows<{ n: number }>(sql`
    select count(*)::int as n from orders.moves where order_id = any(${ids}::uuid[]) and to_state = ${to} group by order_id`)

/** Rounds until nothing waits; how many orders they looked at. */
async function workAll({ karat }: Shop): Promise<number> {
  let all = 0
  for (let worked = await workRuns(karat); worked > 0; worked = await workRuns(karat)) {
    expect(worked, 'a round ends').toBeLessThanOrEqual(100)
    all += worked
  }
  return all
}

test('a thousand orders are begun in one call and prepared one by one, by two instances at once', async () => {
  const { id } = await courierOrder(sound, member)
  const ids = await alike(sound, id, 1000)
  const found = await askStaff(sound, desk, '/orders/found?tab=to_prepare&sort=-created')
  expect([found.data.total, (found.data.orders as object[]).length]).toEqual([1001, 1000])
  const tooMany = { reason: null, ...prepares, orders: chosen([...ids, id]) }
  expect((await askStaff(sound, desk, '/orders/beginRun', tooMany)).error).toBe('invalid_input')
  const run = await begun(sound, desk, { ...prepares, orders: chosen(ids) })
  const worked = await Promise.all([workAll(sound), workAll(sound)])
  expect(worked[0] + worked[1]).toBe(1000)
  expect(Math.min(...worked), 'both did some').toBeGreaterThan(0)
  const { counts, orders } = await runOf(sound, desk, run)
  expect(counts).toEqual({ waiting: 0, done: 1000, asked: 0, refused: 0, left: 0 })
  expect((await askStaff(sound, desk, `/orders/runCounts?run_id=${run}`)).data).toEqual({ run_id: run, counts })
  expect(orders.every(({ state, result, at }) => state === 'preparing' && result === 'done' && at !== null)).toBe(true)
  expect((await ends(sound, ids, 'preparing')).every(({ n }) => n === 1)).toBe(true)
  const [noted] = await sound.karat.db.rows(sql`
    select count(*)::int as n, count(distinct subject_id)::int as orders from staff.actions
    where person_id = ${desk.id} and action = 'orders.prepare'`)
  expect(noted).toEqual({ n: 1000, orders: 1000 })
})

test('the preview says of each order what its command would say, and nothing of it stands', async () => {
  const [ready, unpaid, sent] = [
    await paidOrder(sound, member, await someSku(sound)),
    await payable(sound, member, await someSku(sound)),
    await courierOrder(sound, member),
  ]
  const ids = [ready.order.order_id, unpaid.order.order_id, sent.id]
  const sum = async () =>
    sound.karat.db.row(sql`select (select count(*) from staff.actions) as actions, (select count(*) from orders.moves) as moves,
      (select count(*) from mail.messages) as letters, (select count(*) from staff.approvals) as approvals`)
  const before = await sum()
  const foreseen = await askStaff(sound, desk, '/orders/previewRun', { action: 'give_up', orders: chosen(ids) })
  expect(foreseen.data.orders).toMatchObject([
    { outcome: 'asked', returns: ready.order.total, currency: 'IDR', says: null },
    { outcome: 'refused', says: expect.stringMatching(/\w/), returns: null },
    { outcome: 'asked' },
  ])
  expect(foreseen.data.causes).toContainEqual({ code: 'error', name: null })
  const unknown = { ...giving, cause: 'cause_9', reason: 'No such reason', orders: chosen(ids) }
  expect((await askStaff(sound, desk, '/orders/beginRun', unknown)).data.fields).toHaveProperty('cause')
  expect(await sum()).toEqual(before)
  expect(await stateOf(sound, ids[0] ?? '')).toBe('paid')
  const fulfilment = await staffSignedIn(sound, 'fulfilment')
  const own = await askStaff(sound, fulfilment, '/orders/previewRun', { action: 'give_up', orders: chosen(ids) })
  expect(own.error).toBe('permission_missing')
  const reasonless = { ...giving, reason: null, orders: chosen(ids) }
  expect((await askStaff(sound, desk, '/orders/beginRun', reasonless)).error).toBe('invalid_input')
  const run = await begun(sound, desk, { ...giving, reason: 'Sold at a wrong price', orders: chosen(ids) })
  await workRuns(sound.karat)
  const { orders, counts } = await runOf(sound, desk, run)
  expect(orders.map(({ result, refusal }) => [result, refusal])).toEqual([
    ['asked', null],
    ['refused', 'order_state'],
    ['asked', null],
  ])
  expect(counts).toMatchObject({ asked: 2, refused: 1, waiting: 0 })
  expect(orders[0]).toMatchObject({ approval_id: expect.any(String), state: 'paid' })
  const file = await sound.app.inject({ url: `/api/admin/orders/runFile?run_id=${run}`, headers: desk.headers })
  expect(file.body.split('\r\n')).toHaveLength(1 + 3 + 1)
  expect(file.body).toContain(orders[1]?.says)
  expect((await runOf(sound, desk, run)).reason).toBe('Sold at a wrong price')
  expect((await runOf(sound, fulfilment, run)).reason, 'who may not take a sale back').toBeNull()
  expect((await askStaff(sound, fulfilment, `/orders/runFile?run_id=${run}`)).error).toBe('permission_missing')
})

test('a defect at one order of a preview is said of that one', async () => {
  const { id } = await courierOrder(sound, member)
  const ids = await alike(sound, id, 2)
  let broke = false
  sound.intercept.current = (text) => {
    if (broke || !text.includes('update orders.orders set state =')) return text
    broke = true
    throw new Error('a defect')
  }
  const foreseen = await askStaff(sound, desk, '/orders/previewRun', { action: 'prepare', orders: chosen(ids) })
  expect(foreseen.data.orders).toMatchObject([{ outcome: 'refused', says: expect.any(String) }, { outcome: 'done' }])
})

test('what is below the amount that takes two people is done, each order by itself', async () => {
  const { refund, ...settings } = sound.karat.settings
  const most = 10n ** 17n
  const easy = { ...settings, refund: { ...refund, twoPeopleFrom: { IDR: most, MYR: most, USD: most } as never } }
  const { order } = await paidOrder(sound, member, await someSku(sound))
  const run = await begun(sound, desk, { ...giving, reason: 'Too cheap', orders: chosen([order.order_id]) })
  await workRuns({ ...sound.karat, settings: easy })
  expect((await runOf(sound, desk, run)).orders).toMatchObject([{ result: 'done', state: 'cancelled' }])
})

test('a run does what whoever began it may do at that moment, and nothing once it is stopped', async () => {
  const leaving = await staffSignedIn(sound, 'fulfilment')
  const { id } = await courierOrder(sound, member)
  const ids = await alike(sound, id, 3)
  const run = await begun(sound, leaving, { ...prepares, orders: chosen(ids) })
  await sound.karat.db.run(sql`update staff.people set disabled_at = now() where id = ${leaving.id}`)
  await workRuns(sound.karat)
  const refused = await runOf(sound, desk, run)
  expect(refused.orders.map((one) => one.refusal)).toEqual(Array(3).fill('permission_missing'))
  const other = await begun(sound, desk, { ...prepares, orders: chosen(ids) })
  expect((await askStaff(sound, desk, '/orders/stopRun', { run_id: other })).data).toEqual({ left: 3 })
  expect(await workRuns(sound.karat)).toBe(0)
  expect(await runOf(sound, desk, other)).toMatchObject({ counts: { left: 3 }, stopped_at: expect.any(String) })
  expect(await Promise.all(ids.map((one) => stateOf(sound, one)))).toEqual(Array(3).fill('paid'))
})

test('an instance that dies in the middle leaves the order as it was, and the next round goes on', async () => {
  const { id } = await courierOrder(sound, member)
  const ids = await alike(sound, id, 3)
  const run = await begun(sound, desk, { ...prepares, orders: chosen(ids) })
  let writes = 0
  sound.intercept.current = (text) => {
    if (text.includes('set result =') && ++writes === 2)
      throw Object.assign(new Error('the instance died'), { code: '57P01' })
    return text
  }
  await expect(workRuns(sound.karat)).rejects.toThrow('the instance died')
  expect(await Promise.all(ids.map((one) => stateOf(sound, one)))).toEqual(['preparing', 'paid', 'paid'])
  await workRuns(sound.karat)
  expect((await runOf(sound, desk, run)).counts).toMatchObject({ done: 3, refused: 0 })
  expect(await ends(sound, ids, 'preparing')).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
})

/** How often an order of the run is moved, by two instances that look at the queue at the same moment. */
async function tries(shop: Shop, plant: (text: string) => string): Promise<number> {
  const who = await staffSignedIn(shop, 'desk')
  const { id } = await courierOrder(shop, await signedIn(shop))
  const ids = await alike(shop, id, 6)
  const run = await begun(shop, who, { ...prepares, orders: chosen(ids) })
  const meet = meetingAt('from orders.bulk_rows r join', 2)
  let moves = 0
  shop.intercept.current = async (text) => {
    await meet(text)
    if (text.includes('update orders.orders set state =')) moves++
    return plant(text)
  }
  await Promise.all([workRuns(shop.karat), workRuns(shop.karat)])
  shop.intercept.current = undefined
  expect((await ends(shop, ids, 'preparing')).every(({ n }) => n === 1)).toBe(true)
  expect((await runOf(shop, who, run)).counts).toMatchObject({ done: 6, refused: 0, waiting: 0 })
  return moves
}

test('an order of a run is taken up by one instance', async () => {
  expect(await tries(sound, (text) => text)).toBe(6)
})

test('control: without the lock two take up the same order, and that is seen', async () => {
  expect(await tries(broken, (text) => text.replace('for update of r skip locked', ''))).toBeGreaterThan(6)
})

/** A run is stopped while its first order is done: what the run says of each order, and the state of it. */
async function stoppedBeside(shop: Shop, plant: (text: string) => string) {
  const who = await staffSignedIn(shop, 'desk')
  const { id } = await courierOrder(shop, await signedIn(shop))
  const run = await begun(shop, who, { ...prepares, orders: chosen(await alike(shop, id, 3)) })
  let stopping: ReturnType<typeof askStaff> | undefined
  await lateAt(
    shop,
    { at: /update orders\.orders set state =/, plant },
    () => workRuns(shop.karat),
    async () => {
      stopping = askStaff(shop, who, '/orders/stopRun', { run_id: run })
      await overOrHeld(shop, stopping)
    },
  )
  const stopped = await stopping
  const { orders, counts } = await runOf(shop, who, run)
  expect(stopped?.data).toEqual({ left: counts.left })
  return new Set(orders.map(({ result, state }) => `${result} ${state}`))
}

test('a run that is stopped beside the worker leaves what it says that it left', async () => {
  const told = await stoppedBeside(sound, (text) => text)
  expect([...told].filter((one) => !['done preparing', 'left paid'].includes(one))).toEqual([])
  expect(told).toContain('done preparing')
})

test('control: where the row is not held, an order is done that the run says was left', async () => {
  expect(await stoppedBeside(broken, (text) => text.replace('for update of r skip locked', ''))).toContain(
    'left preparing',
  )
})
