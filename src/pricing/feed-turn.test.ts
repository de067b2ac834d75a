/** The turn to read the feed: one instance at a time, and never for longer than it says so. */
import { beforeEach, expect, test } from 'vitest'
import { lastReading } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { openFeedTurn } from './feed-turn.ts'
import { recordTick } from './record-tick.ts'

const shop = openShop()
const turns = () => Array.from({ length: 10 }, () => openFeedTurn(shop.karat.db))
const pass = (seconds: number) =>
  shop.karat.db.run(
    sql`update pricing.feed set held_until = held_until - make_interval(secs => ${seconds}::double precision)`,
  )
const taken = (answers: boolean[]) => answers.filter(Boolean).length

beforeEach(async () => {
  shop.intercept.current = undefined
  await shop.karat.db.run(sql`update pricing.feed set held_until = '-infinity'`)
})

test('of ten at once one has it, keeps it by taking it again, and gives it up', async () => {
  const all = turns()
  const answers = await Promise.all(all.map((turn) => turn.take()))
  expect(taken(answers)).toBe(1)
  const holder = all[answers.indexOf(true)]
  await pass(10)
  expect(await holder?.take()).toBe(true)
  await pass(10)
  expect(taken(await Promise.all(all.map((turn) => turn.take())))).toBe(1)
  await holder?.release()
  const [next] = turns()
  expect(await next?.take()).toBe(true)
})

test('control: without asking who has it, all of them read', async () => {
  shop.intercept.current = (text) =>
    text.replace(/where holder = \$\d+ or held_until < clock_timestamp\(\)/, 'where $1 = $3::uuid or true')
  expect(taken(await Promise.all(turns().map((turn) => turn.take())))).toBe(10)
})

test('a dead instance loses it within 15 seconds, and what it had read by then is not recorded', async () => {
  const [dead, other] = turns()
  expect(await dead?.take()).toBe(true)
  await pass(14.5)
  expect(await other?.take()).toBe(false)
  await pass(0.6)
  expect(await other?.take()).toBe(true)
  shop.clock.ms += 5000
  const reading = { ...(await lastReading(shop.karat)), timed: false, sourceAt: shop.clock.ms }
  expect(await recordTick(shop.karat, reading, { holder: dead?.holder ?? '' })).toBe('not_our_turn')
  expect(await recordTick(shop.karat, reading, { holder: other?.holder ?? '' })).toBe('accepted')
})

test('control: without asking for the turn, one reading of a source without times is kept twice', async () => {
  const [dead, other] = turns()
  await other?.take()
  const ticks = async () =>
    (await shop.karat.db.row<{ count: number }>(sql`select count(*)::int as count from pricing.ticks`))?.count ?? 0
  const before = await ticks()
  shop.intercept.current = (text) =>
    text.replace('held_until > clock_timestamp()', 'held_until > clock_timestamp() or true')
  for (const turn of [dead, other]) {
    shop.clock.ms += 1000
    const reading = { ...(await lastReading(shop.karat)), timed: false, sourceAt: shop.clock.ms }
    await recordTick(shop.karat, reading, { holder: turn?.holder ?? '' })
  }
  expect(await ticks()).toBe(before + 2)
})
