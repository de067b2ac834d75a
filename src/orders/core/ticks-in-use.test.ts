import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import { thinReadings, thinTicks } from '../../pricing/thin-ticks.ts'
import { ticksInUse } from './ticks-in-use.ts'

const shop = openShop()

test('ticks of over 90 days end, in any number of steps; their candles, what a guarantee names and the newest stay', async () => {
  const { db } = shop.karat
  const { guarantee_id } = await guaranteed(shop, await signedIn(shop), await someSku(shop))
  const sold = (
    await db.row<{ id: bigint }>(sql`select tick_id as id from orders.guarantees where id = ${guarantee_id}`)
  )?.id
  for (let more = 0; more < 7; more++) {
    shop.clock.ms += 1000
    await freshTick(shop)
  }
  const candles = await db.rows(
    sql`select * from pricing.candles where span = '1m' order by currency, starts_at desc limit 6`,
  )
  expect(await thinTicks(db, [ticksInUse])).toBe(0)
  await db.run(sql`update pricing.ticks set received_at = now() - interval '91 days'`)
  const newest = (await db.row<{ id: bigint }>(sql`select max(id) as id from pricing.ticks`))?.id
  expect(await thinTicks(db, [ticksInUse], 2)).toBeGreaterThan(5)
  expect(await db.rows(sql`select id from pricing.ticks order by id`)).toEqual([{ id: sold }, { id: newest }])
  expect(
    await db.rows(sql`select * from pricing.candles where span = '1m' order by currency, starts_at desc limit 6`),
  ).toEqual(candles)
})

test('old readings of the second source end in steps, and ticks end though readings do not', async () => {
  const { db } = shop.karat
  await db.run(sql`insert into pricing.reference_readings (source, source_at, spot_usd_e6, rates_e6, unchanged_since, received_at)
    select 'other', now() - n * interval '40 days', 1, '{}', now(), now() - n * interval '40 days' from generate_series(0, 7) n`)
  const steps: number[] = []
  shop.intercept.current = (text) => {
    if (text.includes('delete from pricing.reference_readings')) steps.push(steps.length)
    return text
  }
  expect(await thinReadings(db, 2)).toBe(5)
  expect(steps).toHaveLength(3)
  expect(await db.rows(sql`select id from pricing.reference_readings`)).toHaveLength(3)
  shop.intercept.current = (text) => (text.includes('from pricing.reference_readings') ? 'select broken' : text)
  await expect(thinReadings(db)).rejects.toThrow()
  expect(await thinTicks(db, [ticksInUse])).toBe(0)
  shop.intercept.current = undefined
})
