import { beforeEach, expect, test, vi } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { patience } from '../../../tests/support/patience.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { PricesView, TriedFeedsView } from './price-contract.ts'

const shop = openShop()
/** What its planted bug breaks is found nowhere else. */
const broken = openShop()
let desk: TestStaff
let second: TestStaff
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  await freshTick(shop)
  desk = await staffSignedIn(shop, 'desk')
  second = await staffSignedIn(shop, 'desk')
})

const reason = 'For the test of prices'
const post = (path: string, body: object, who = desk) => askStaff(shop, who, `/prices/${path}`, body)
const storeNow = async (in_ = shop, who = desk) => {
  const { data } = await askStaff(in_, who, '/prices/now')
  const found = (data as PricesView).stores.find(({ store }) => store === 'id')
  if (!found) throw new Error('no store')
  return found
}
const actionsOf = async (who: TestStaff) =>
  (
    await shop.karat.db.rows<{ action: string; reason: string }>(
      sql`select action, reason from staff.actions where person_id = ${who.id} and outcome = 'done' order by id`,
    )
  ).map(({ action }) => action)
const spreadWish = async (ask_bps: number, bid_bps: number) => ({
  store: 'id',
  ask_bps,
  bid_bps,
  seen_id: (await storeNow()).spread.id,
  reason,
})
/** The spread of the seed, as if it had been in force for days. */
async function settledSpread(to: Shop = shop) {
  await to.karat.db.run(
    sql`insert into pricing.spreads (store, ask_bps, bid_bps, set_by, reason) values ('id', 170, -170, 'seed', 'test')`,
  )
  await asOwner(to.connectionString, [
    `update pricing.spreads set set_at = now() - interval '30 days' + id * interval '1 second'`,
  ])
  await to.karat.prices.refresh()
}

test('the sources are asked once, each store says its price at what they say, and nothing is recorded', async () => {
  const ticks = async () => (await askStaff(shop, desk, '/prices/ticks')).data.total
  const before = await ticks()
  const { data, status } = await askStaff(shop, desk, '/prices/tryFeeds')
  const { first, second, prices } = data as TriedFeedsView
  expect(status).toBe(200)
  expect(first).toMatchObject({ source: 'simulated', trouble: null, says: null, old: false })
  expect(second).toBeNull()
  const rupiah = prices.find(({ store, currency }) => store === 'id' && currency === 'IDR')?.price
  expect(BigInt(rupiah?.bid ?? 0) < BigInt(rupiah?.spot ?? 0)).toBe(true)
  expect(BigInt(rupiah?.spot ?? 0) < BigInt(rupiah?.ask ?? 0)).toBe(true)
  expect(await ticks()).toBe(before)
  const content = await staffSignedIn(shop, 'content')
  expect((await askStaff(shop, content, '/prices/tryFeeds')).error).toBe('permission_missing')
})

test('the office sees feeds, ticks, prices of every store and the spread in force', async () => {
  const { data, status } = await askStaff(shop, desk, '/prices/now')
  const view = data as PricesView
  expect(status).toBe(200)
  expect(view.feeds.length).toBeGreaterThan(0)
  expect(view.stores.map(({ store }) => store)).toContain('id')
  expect((await storeNow()).state).toBe('live')
  expect(await askStaff(shop, desk, '/prices/ticks?verdict=quarantined')).toMatchObject({
    data: { total: 0, rows: [] },
  })
  const ticks = await askStaff(shop, desk, '/prices/ticks?size=2')
  expect(ticks.data.rows).toHaveLength(2)
})

test('halting stops every quote at once and is recorded once, with its reason; resuming undoes it', async () => {
  const halts = await Promise.all(Array.from({ length: 5 }, () => post('halt', { store: 'id', reason })))
  expect(halts.filter(({ data }) => data.changed).length).toBe(1)
  expect(() => shop.karat.prices.requireSellable('id', 'IDR')).toThrow('price_unavailable')
  expect((await storeNow()).halt).toMatchObject({ halted_by: desk.staff.name, reason })
  expect((await post('resume', { store: 'id', reason })).data).toEqual({ changed: true })
  expect((await post('resume', { store: 'id', reason })).data).toEqual({ changed: false })
  expect(shop.karat.prices.requireSellable('id', 'IDR').state).toBe('live')
  expect(await actionsOf(desk)).toEqual(['prices.halt', 'prices.resume'])
})

test('nothing is halted without a reason, in a store that there is not, or by support', async () => {
  expect((await post('halt', { store: 'id', reason: ' ' })).error).toBe('invalid_input')
  expect((await post('halt', { store: 'zz', reason })).error).toBe('not_found')
  const support = await staffSignedIn(shop, 'support')
  expect((await post('halt', { store: 'id', reason }, support)).error).toBe('permission_missing')
  expect((await storeNow()).halt).toBeNull()
})

test('a small change of the spread counts at once; the preview said what it would charge', async () => {
  await settledSpread()
  const wish = await spreadWish(190, -180)
  const preview = await post('previewSpread', { store: 'id', ask_bps: 190, bid_bps: -180 })
  const [bar] = preview.data.bars as { currency: string; before: { price: string }; after: { price: string } }[]
  expect(preview.data).toMatchObject({ grams: 10, takes_two: false })
  const asked = BigInt(bar?.after.price ?? '0')
  expect(asked).toBeGreaterThan(BigInt(bar?.before.price ?? '0'))
  expect((await post('changeSpread', wish)).data).toEqual({ approval_id: null })
  const now = await storeNow()
  expect(now.spread).toMatchObject({ ask_bps: 190, bid_bps: -180, set_by: desk.staff.name })
  expect(asked - BigInt(now.prices[0]?.ask ?? '0') * 10n).toBeLessThanOrEqual(10n)
  expect(shop.karat.prices.of('id', 'IDR').askBps).toBe(190)
})

test('refuses a spread that crosses, changes nothing, is out of bounds or follows another than the newest', async () => {
  await settledSpread()
  const wish = await spreadWish(190, -180)
  const send = (more: object) => post('changeSpread', { ...wish, ...more })
  expect((await send({ ask_bps: 10, bid_bps: 0 })).data.fields).toHaveProperty('bid_bps')
  expect((await send({ ask_bps: 170, bid_bps: -170 })).data.fields).toHaveProperty('ask_bps')
  expect((await send({ ask_bps: -1 })).error).toBe('invalid_input')
  expect((await send({ bid_bps: 1 })).error).toBe('invalid_input')
  expect((await send({ seen_id: wish.seen_id - 1 })).error).toBe('edited_meanwhile')
  expect((await storeNow()).spread.id).toBe(wish.seen_id)
})

test('a large change waits for another person and is made exactly as asked; small steps are no way around', async () => {
  await settledSpread()
  const asked = await post('changeSpread', await spreadWish(300, -200))
  const approval_id = asked.data.approval_id as string
  expect(approval_id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await storeNow()).spread.ask_bps).toBe(170)
  const approve = (who: TestStaff) => askStaff(shop, who, '/approvals/approve', { approval_id })
  expect((await approve(desk)).error).toBe('second_person_required')
  expect((await approve(second)).status).toBe(200)
  expect((await storeNow()).spread).toMatchObject({ ask_bps: 300, bid_bps: -200 })
  await vi.waitFor(() => expect(shop.karat.prices.of('id', 'IDR').askBps).toBe(300), patience)
  await settledSpread()
  expect((await post('changeSpread', await spreadWish(210, -170))).data).toEqual({ approval_id: null })
  expect((await post('changeSpread', await spreadWish(250, -170))).data.approval_id).not.toBeNull()
})

test('what was asked for is refused when another spread has come before the second person', async () => {
  await settledSpread()
  const asked = await post('changeSpread', await spreadWish(310, -200), second)
  if (asked.error) {
    // The request of the test before still waits for the same store.
    expect(asked.error).toBe('approval_waiting')
    await shop.karat.db.run(
      sql`update staff.approvals set state = 'withdrawn', decided_by = requested_by, decided_at = now() where state = 'waiting'`,
    )
  }
  const again = asked.error ? await post('changeSpread', await spreadWish(310, -200), second) : asked
  expect((await post('changeSpread', await spreadWish(180, -170))).status).toBe(200)
  const answer = await askStaff(shop, desk, '/approvals/approve', { approval_id: again.data.approval_id })
  expect(answer.error).toBe('edited_meanwhile')
  expect((await storeNow()).spread.ask_bps).toBe(180)
})

async function twoAtOnce(in_: Shop) {
  await settledSpread(in_)
  const [one, two] = [await staffSignedIn(in_, 'desk'), await staffSignedIn(in_, 'desk')]
  const seen_id = (await storeNow(in_, one)).spread.id
  const meet = meetingAt('insert into pricing.spreads', 2)
  const plant = in_ === broken
  in_.intercept.current = async (text) => {
    await meet(text)
    return plant ? text.replace(/\$6::integer/, 'nullif($6::integer, $6)') : text
  }
  const send = (who: TestStaff, ask_bps: number) =>
    askStaff(in_, who, '/prices/changeSpread', { store: 'id', ask_bps, bid_bps: -170, seen_id, reason })
  const answers = await Promise.all([send(one, 210), send(two, 130)])
  return answers.map(({ status, error }) => error ?? status).sort()
}

test('of two who change the same spread at once one is told; without the database’s refusal both would', async () => {
  expect(await twoAtOnce(shop)).toEqual([200, 'edited_meanwhile'])
  expect(await twoAtOnce(broken)).toEqual([200, 200])
})
