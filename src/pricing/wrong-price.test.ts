/** A wrong price is not sold (A1): what the feed says, what the shop does, what staff may do about it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openNotices } from '../../tests/support/notices.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, lastReading } from '../../tests/support/prices.ts'
import { call, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { describePrices } from '../office/prices/prices-queries.ts'
import { approve } from '../staff/approvals.ts'
import { acceptLevel, levelExecutor, rejectLevel } from './decide-level.ts'
import type { PriceReading } from './feeds/price-feed.ts'
import { recordTick } from './record-tick.ts'

const shop = openShop()
const SECOND = 1000
/** What the last accepted tick said when the test began. */
let good: PriceReading

beforeEach(async () => {
  shop.intercept.current = undefined
  await asOwner(shop.connectionString, ['delete from pricing.quarantines'])
  await shop.karat.db.run(sql`update pricing.feed set heard_at = null, differs_since = null, excused = false`)
  await shop.karat.db.run(sql`delete from pricing.ticks where verdict = 'quarantined'`)
  shop.clock.ms += 2 * 3_600_000
  await freshTick(shop)
  good = await lastReading(shop.karat)
})

/** The good price moved, said now. */
const saying = (bps: number, own: Partial<PriceReading> = {}): PriceReading => ({
  ...good,
  sourceAt: shop.clock.ms,
  spotUsdE6: (good.spotUsdE6 * BigInt(10_000 + bps)) / 10_000n,
  ...own,
})
async function poll(reading: () => PriceReading, reference?: () => PriceReading) {
  shop.clock.ms += SECOND
  const verdict = await recordTick(shop.karat, reading(), reference ? { reference: reference() } : {})
  await shop.karat.prices.refresh()
  return verdict
}
const state = () => shop.karat.prices.of('id', 'IDR').state
const spotUsd = async () => (await lastReading(shop.karat)).spotUsdE6
const open = () =>
  shop.karat.db.row<{ id: number; rule: string; newest: bigint }>(sql`
    select id, rule, (select max(id) from pricing.ticks) as newest from pricing.quarantines where ended_at is null`)
async function confirm() {
  const member = await signedIn(shop)
  const body = { sku_id: await someSku(shop), quantity: 1 }
  return (await call(shop, member, '/product/confirm_order', body)).http
}
async function seen() {
  const quarantine = await open()
  if (!quarantine) throw new Error('there is no quarantine')
  return { quarantineId: quarantine.id, seenTick: quarantine.newest, reason: 'seen at two brokers' }
}

describe('a feed at a hundredth', () => {
  test.each([
    ['with times of its own', true],
    ['without', false],
  ])('%s is never sold, at any number of polls, and told once', async (_title, timed) => {
    const desk = await staffSignedIn(shop, 'desk')
    for (let count = 0; count < 40; count++) {
      expect(await poll(() => saying(-9900, { timed }))).toBe('quarantined')
      expect(state()).toBe('quarantined')
    }
    const told = await shop.karat.db.rows<{ to: string; count: number }>(sql`
      select destination as to, count(*)::int as count from mail.messages where template = 'alarm_price' group by 1`)
    expect(told, 'who may decide it has one letter').toContainEqual({ to: desk.staff.email, count: 1 })
    expect(await confirm()).toBe(409)
    expect(await spotUsd()).toBe(good.spotUsdE6)
    expect(await open()).toMatchObject({ rule: 'jump' })
  })

  test('that comes back by itself waits too: the source is not its own second witness', async () => {
    await poll(() => saying(-9900))
    expect(await poll(() => saying(0))).toBe('quarantined')
    expect(await confirm()).toBe(409)
  })
})

describe('the second source', () => {
  test('ends a quarantine once it says the same, and the price it vouched for is what the next is compared with', async () => {
    await staffSignedIn(shop, 'desk')
    await poll(
      () => saying(2000),
      () => saying(0),
    )
    expect(state()).toBe('quarantined')
    expect(await openNotices(shop, 'price_quarantined', 'price')).toBeGreaterThan(0)
    expect(
      await poll(
        () => saying(2000),
        () => saying(1900),
      ),
    ).toBe('accepted')
    expect(state()).toBe('live')
    expect(await openNotices(shop, 'price_quarantined', 'price')).toBe(0)
    expect(await poll(() => saying(2010))).toBe('accepted')
    expect(await confirm()).toBe(200)
    const kept = await shop.karat.db.rows(sql`select rule, outcome, ended_by from pricing.quarantines`)
    expect(kept).toEqual([{ rule: 'jump', outcome: 'witnessed', ended_by: 'reference' }])
  })

  test('vouches at once where it moved first, and this is kept', async () => {
    expect(
      await poll(
        () => saying(2000),
        () => saying(2000),
      ),
    ).toBe('accepted')
    expect(state()).toBe('live')
    expect(await shop.karat.db.rows(sql`select rule, outcome from pricing.quarantines`)).toEqual([
      { rule: 'jump', outcome: 'witnessed' },
    ])
  })

  test('does not vouch with a price that is old itself', async () => {
    const old = () => saying(2000, { sourceAt: shop.clock.ms - 181 * SECOND })
    expect(await poll(() => saying(2000), old)).toBe('quarantined')
  })

  test('without times that has said the same for 15 minutes vouches for nothing, and the office sees since when', async () => {
    const frozen = () => saying(0, { timed: false })
    const since = new Date(shop.clock.ms + SECOND).toISOString()
    for (let minute = 0; minute < 17; minute++) {
      await poll(() => saying(minute % 3), frozen)
      shop.clock.ms += 59 * SECOND
    }
    expect(await poll(() => saying(600), frozen), 'the market jumps').toBe('quarantined')
    expect(await poll(() => saying(0), frozen), 'the feed falls back to an old answer').toBe('quarantined')
    expect(await confirm()).toBe(409)
    expect((await describePrices(shop.karat)).second_source).toMatchObject({ frozen_since: since })
    const moved = () => saying(1, { timed: false })
    expect(await poll(() => saying(0), moved)).toBe('accepted')
    expect((await describePrices(shop.karat)).second_source).toMatchObject({ frozen_since: null })
  })

  test('that differs by more than 1.5 % for a minute stops the selling in every store, and lets it go on when both agree', async () => {
    for (let second = 0; second < 60; second++)
      expect(
        await poll(
          () => saying(0),
          () => saying(160),
        ),
      ).toBe('accepted')
    expect(state()).toBe('live')
    expect(
      await poll(
        () => saying(0),
        () => saying(160),
      ),
    ).toBe('quarantined')
    expect([state(), shop.karat.prices.of('my', 'MYR').state]).toEqual(['quarantined', 'quarantined'])
    expect(await open()).toMatchObject({ rule: 'mismatch' })
    expect(await confirm()).toBe(409)
    expect(
      await poll(
        () => saying(0),
        () => saying(140),
      ),
    ).toBe('accepted')
    expect(state()).toBe('live')
  })

  test('that differs for less than a minute stops nothing', async () => {
    for (let second = 0; second < 130; second++)
      await poll(
        () => saying(0),
        () => saying(second % 40 === 0 ? 0 : 160),
      )
    expect(state()).toBe('live')
  })
})

describe('a source without times', () => {
  test('that says the same for 15 minutes is stale, whoever reads it, and lives again when it says something else', async () => {
    const same = () => saying(10, { timed: false })
    await poll(same)
    for (let minute = 0; minute < 14; minute++) {
      shop.clock.ms += 59 * SECOND
      expect(await poll(same)).toBe('accepted')
    }
    expect(state()).toBe('live')
    shop.clock.ms += 61 * SECOND
    expect(state()).toBe('stale')
    expect(await poll(same)).toBe('frozen')
    expect(await confirm()).toBe(409)
    expect(await poll(() => saying(11, { timed: false }))).toBe('accepted')
    expect(state()).toBe('live')
    expect(await confirm()).toBe(200)
  })
})

describe('staff', () => {
  test('accept a level alone up to 15 %; it is the price from then on, and the log has it', async () => {
    const desk = await staffSignedIn(shop, 'desk')
    await poll(() => saying(1200))
    expect(await acceptLevel(shop.karat, desk.staff, await seen())).toEqual({ approval_id: null })
    expect(state()).toBe('live')
    expect(await spotUsd()).toBe(saying(1200).spotUsdE6)
    expect(await poll(() => saying(1210))).toBe('accepted')
    expect(await confirm()).toBe(200)
    const actions = await shop.karat.db.rows(
      sql`select action, reason from staff.actions where action = 'prices.accept'`,
    )
    expect(actions).toEqual([{ action: 'prices.accept', reason: 'seen at two brokers' }])
  })

  test('accept a level beyond 15 % by two; the first one changes nothing', async () => {
    const [desk, owner] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'owner')]
    await poll(() => saying(2000))
    const { approval_id } = await acceptLevel(shop.karat, desk.staff, await seen())
    expect(state()).toBe('quarantined')
    await poll(() => saying(2050))
    await approve(
      shop.karat,
      owner.staff,
      { approvalId: approval_id ?? '' },
      new Map([['prices.accept', levelExecutor]]),
    )
    await shop.karat.prices.refresh()
    expect(state()).toBe('live')
    expect(await spotUsd()).toBe(saying(2050).spotUsdE6)
  })

  test('do not accept what has moved on since they looked, nor what is over', async () => {
    const desk = await staffSignedIn(shop, 'desk')
    await poll(() => saying(1000))
    const wish = await seen()
    await poll(() => saying(-9900))
    await expect(acceptLevel(shop.karat, desk.staff, wish)).rejects.toThrow('edited_meanwhile')
    await rejectLevel(shop.karat, desk.staff, wish)
    await expect(acceptLevel(shop.karat, desk.staff, wish)).rejects.toThrow('handled_meanwhile')
  })

  test('reject a level: the last accepted price counts again, and the same level is doubted again', async () => {
    const desk = await staffSignedIn(shop, 'desk')
    await poll(() => saying(-9900))
    expect(await openNotices(shop, 'price_quarantined', 'price')).toBeGreaterThan(0)
    await rejectLevel(shop.karat, desk.staff, await seen())
    expect(await openNotices(shop, 'price_quarantined', 'price')).toBe(0)
    expect(state()).toBe('live')
    expect(await poll(() => saying(-9900))).toBe('quarantined')
    expect(state()).toBe('quarantined')
    await rejectLevel(shop.karat, desk.staff, await seen())
    expect(await poll(() => saying(5))).toBe('accepted')
  })

  test('believe the feed against the second source until both agree once', async () => {
    const desk = await staffSignedIn(shop, 'desk')
    for (let second = 0; second <= 60; second++)
      await poll(
        () => saying(0),
        () => saying(160),
      )
    const wish = await seen()
    await expect(rejectLevel(shop.karat, desk.staff, wish)).rejects.toThrow('invalid_input')
    await acceptLevel(shop.karat, desk.staff, wish)
    for (let second = 0; second <= 61; second++)
      await poll(
        () => saying(0),
        () => saying(160),
      )
    expect(state()).toBe('live')
    await poll(
      () => saying(0),
      () => saying(0),
    )
    for (let second = 0; second <= 61; second++)
      await poll(
        () => saying(0),
        () => saying(160),
      )
    expect(state()).toBe('quarantined')
  })

  test('do not believe a feed alone that the second source calls wrong by 30 %', async () => {
    for (let second = 0; second <= 61; second++)
      await poll(
        () => saying(0),
        () => saying(3000),
      )
    expect(await open()).toMatchObject({ rule: 'mismatch' })
    expect((await describePrices(shop.karat)).quarantine).toMatchObject({ takes_two: true })
    const answer = await acceptLevel(shop.karat, (await staffSignedIn(shop, 'desk')).staff, await seen())
    expect(answer).toEqual({ approval_id: expect.any(String) })
  })
})

describe('readings at once', () => {
  async function tenAtOnce() {
    shop.clock.ms += SECOND
    const reading = saying(2000)
    return (await Promise.all(Array.from({ length: 10 }, () => recordTick(shop.karat, reading)))).sort()
  }
  test('are judged one after the other', async () => {
    expect(await tenAtOnce()).toEqual(['quarantined', ...Array(9).fill('unchanged')])
  })
  test('control: without the row held, one reading is kept twice', async () => {
    const meet = meetingAt('insert into pricing.ticks', 2)
    let planted = 0
    shop.intercept.current = async (text) => {
      await meet(text)
      if (!/from pricing.feed for update/.test(text)) return text
      planted += 1
      return text.replace(' for update', '')
    }
    shop.clock.ms += SECOND
    const reading = saying(10)
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => recordTick(shop.karat, reading)))
    expect(planted).toBe(10)
    expect(verdicts.filter((verdict) => verdict === 'accepted').length).toBeGreaterThan(1)
  })
})
