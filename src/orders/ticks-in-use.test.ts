import { expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { guaranteed, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { thinTicks } from '../pricing/thin-ticks.ts'
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
  expect(await thinTicks(db, ticksInUse)).toBe(0)
  await db.run(sql`update pricing.ticks set received_at = now() - interval '91 days'`)
  const newest = (await db.row<{ id: bigint }>(sql`select max(id) as id from pricing.ticks`))?.id
  expect(await thinTicks(db, ticksInUse, 2)).toBeGreaterThan(5)
  expect(await db.rows(sql`select id from pricing.ticks order by id`)).toEqual([{ id: sold }, { id: newest }])
  expect(
    await db.rows(sql`select * from pricing.candles where span = '1m' order by currency, starts_at desc limit 6`),
  ).toEqual(candles)
})
