/** Days are the store's, whatever zone the process and its connections to the database are in. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { sql } from '../src/db/database.ts'
import { openKarat } from '../src/karat.ts'
import { takeDayLimit } from '../src/kyc/take-day-limit.ts'
import { openLog } from '../src/log.ts'
import { minor } from '../src/money/money.ts'
import { salesSince } from '../src/orders/core/figures-for-staff.ts'
import { planDeletion } from '../src/rights/delete-member.ts'
import { signedIn } from './support/members.ts'
import { openShop, testEnvironment } from './support/shop.ts'

const zones = ['UTC', 'Asia/Jakarta', 'America/New_York', 'Pacific/Kiritimati']
const shop = openShop()
const own = process.env.TZ
afterAll(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

const dayIn = (zone: string, ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms)

test.each(zones)('days of the shop in a process whose zone is %s', async (zone) => {
  process.env.TZ = zone
  const noon = Date.UTC(2026, 6, 1, 12)
  expect(new Date(noon).getDate(), 'the zone counts').toBe(Number(dayIn(zone, noon).slice(-2)))
  const connectionString = `${shop.connectionString}?options=-c%20TimeZone%3D${zone}`
  const config = readConfig({ ...testEnvironment, DATABASE_POOL: '4' })
  const karat = await openKarat({ config, connectionString, log: openLog('silent'), now: () => shop.clock.ms })
  try {
    expect(await karat.db.row(sql`select current_setting('TimeZone') as zone`)).toEqual({ zone })
    for (const store of karat.stores.values()) {
      const member = await signedIn(shop, 'Ratna Wulandari', store.code)
      const amount = minor(10_000n)
      const taking = { memberId: member.id, store, kind: 'order', currency: store.currency, amount } as const
      await karat.db.transaction((tx) => takeDayLimit(tx, { ...taking, reference: newId() }))
      const taken = await karat.db.row<{ day: string; now: Date }>(
        sql`select day::text as day, now() as now from kyc.days where member_id = ${member.id}`,
      )
      expect(taken?.day, store.code).toBe(dayIn(store.timeZone, taken?.now.getTime() ?? 0))
      expect(await salesSince(karat.db, store, 0)).toEqual(await salesSince(shop.karat.db, store, 0))
      const { outcome } = await planDeletion(karat, karat.db, member.id)
      const proof = outcome.kept.find(({ part }) => part === 'proof')?.until
      expect(proof?.slice(5)).toBe(new Date(shop.clock.ms).toISOString().slice(5, 10))
    }
  } finally {
    await karat.close()
  }
})

/** Unit tests that read days and hours; a new one is found by its words. */
const ofDays = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.unit.test.ts'))
  .map((file) => path.join('src', file))
  .filter((file) => /timeZone|Asia\/Jakarta|birth|opening/.test(readFileSync(file, 'utf8')))

test('unit tests of days pass in every zone', async () => {
  expect(ofDays.length).toBeGreaterThanOrEqual(5)
  const ran = zones.map(
    (zone) =>
      new Promise<string>((resolve) => {
        const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--no-color', ...ofDays]
        const env = { ...process.env, TZ: zone, NO_COLOR: '1' }
        execFile(process.execPath, args, { env }, (error, out) => resolve(`${zone} ${error ? out : 'passed'}`))
      }),
  )
  expect(await Promise.all(ran)).toEqual(zones.map((zone) => `${zone} passed`))
})
