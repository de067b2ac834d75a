/** Days that are late: published at no moment of anybody's choice, told to the staff once, and said to everybody. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openNotices } from '../../tests/support/notices.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop, testEnvironment } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { openVault } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { giveNotice } from '../staff/notices/give-notice.ts'
import { signerOf } from './ed25519.ts'
import { isLate, tellLateDay } from './late-days.ts'
import { writeKey } from './note-rules.ts'
import { publishDueDays } from './publish-day.ts'
import { runDay } from './run-day.ts'
import { listWitnesses } from './witnesses.ts'

const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  desk = await staffSignedIn(shop, 'owner')
})
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
})
const storeOf = (code: string) => {
  const store = shop.karat.stores.get(code)
  if (!store) throw new Error(`no store ${code}`)
  return store
}
const plan = (code: string, dueIn: string, claimedFor: string | null = null) =>
  shop.karat.db.run(sql`
    insert into proof.plans (store, due_at, claimed_until) values (${code}, now() + ${dueIn}::interval, now() + ${claimedFor}::interval)
    on conflict (store) do update set due_at = excluded.due_at, claimed_until = excluded.claimed_until, told_at = null`)
const letters = async () =>
  (
    await shop.karat.db.rows<{ to: string }>(
      sql`select destination as to from mail.messages where template = 'alarm_proof' order by destination`,
    )
  ).map(({ to }) => to)
const judged = async (code: string) => ({
  late: await isLate(shop.karat.db, storeOf(code), shop.karat.settings.proof.lateSeconds),
  overview: ((await askStaff(shop, desk, `/overview/figures?store=${code}`)).data as { late_proof: number }).late_proof,
})

test('an operator publishes what is due, and is told why nothing else is', async () => {
  const publish = (code: string) => runDay(shop.karat, code)
  await plan('my', '1 hour')
  await expect(publish('my')).rejects.toThrow(/^The proof of \d{4}-\d\d-\d\d of store my is not due yet\./)
  await plan('my', '-1 hour', '100 seconds')
  await expect(publish('my')).rejects.toThrow(/It can be made again in (100|99) s\.$/)
  await plan('my', '-1 hour')
  await shop.karat.db.transaction((tx) =>
    giveNotice(tx, 'proof_late', { subject: { id: 'my', number: 'My' }, store: 'my' }),
  )
  expect(await openNotices(shop, 'proof_late', 'my')).toBeGreaterThan(0)
  expect(await publish('my')).toMatch(/^The proof of \d{4}-\d\d-\d\d of store my is published\.$/)
  expect(await openNotices(shop, 'proof_late', 'my'), 'nothing is late any more').toBe(0)
  await expect(publish('my')).rejects.toThrow(
    /^Store my has its proof of \d{4}-\d\d-\d\d: day 1, counted at .*Z\. A date has one\.$/,
  )
  await expect(publish('xx')).rejects.toThrow('There is no store xx. There are: id, my.')
})

test('a day that cannot be made is told to the staff once, and said on the overview until it is there', async () => {
  await plan('id', '-1 minute')
  await publishDueDays(shop.karat)
  expect(await judged('id')).toEqual({ late: false, overview: 0 })
  await plan('id', '-1 hour')
  shop.intercept.current = (text) => text.replace('insert into proof.days', 'insert into proof.nights')
  await publishDueDays(shop.karat)
  const told = await letters()
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told).size, 'each of them once').toBe(told.length)
  await publishDueDays(shop.karat)
  expect(await letters()).toEqual(told)
  shop.intercept.current = undefined
  expect(await judged('id')).toEqual({ late: true, overview: 1 })
  // Nothing is due, and yet a date has none.
  await plan('id', '9 days')
  expect(await judged('id')).toEqual({ late: false, overview: 0 })
  shop.intercept.current = (text) =>
    text.replace('from (select max(date) as date', 'from (select max(date) - 2 as date')
  expect(await judged('id')).toEqual({ late: true, overview: 1 })
})

test('a date without a day is told too, once, although the plan has moved on to the next one', async () => {
  await plan('id', '9 days')
  const before = await letters()
  await tellLateDay(shop.karat, storeOf('id'))
  expect(await letters(), 'every date has its day').toEqual(before)
  shop.intercept.current = (text) =>
    text.replace('(select max(date) from proof.days', '(select max(date) - 2 from proof.days')
  for (const _ of [1, 2]) await tellLateDay(shop.karat, storeOf('id'))
  expect((await letters()).length - before.length).toBe(new Set(before).size)
})

const isUntold = 'told_at is null and'
test('of two instances one tells, and without the claim both do', async () => {
  const before = (await letters()).length
  const staff = new Set(await letters()).size
  await plan('my', '-1 hour')
  const tell = () => Promise.all([tellLateDay(shop.karat, storeOf('my')), tellLateDay(shop.karat, storeOf('my'))])
  await tell()
  expect((await letters()).length - before).toBe(staff)
  shop.intercept.current = (text) => text.replace(isUntold, '')
  await tell()
  expect((await letters()).length - before).toBe(3 * staff)
})

test('the command asks the shop’s own database', { timeout: 180_000 }, async () => {
  const run = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const env = { ...process.env, ...testEnvironment, DATABASE_URL: shop.connectionString }
      execFile(process.execPath, ['scripts/proof.ts', ...words], { env }, (error, out, trouble) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + trouble }),
      )
    })
  const stands = await run('run', '--store', 'id')
  expect(stands).toEqual({ code: 1, said: expect.stringContaining('Store id has its proof of') })
  const key = writeKey(signerOf('witness.example', randomBytes(32)).key).trim()
  const named = await run('witness', '--store', 'id', '--key', key, '--address', 'https://witness.example/karat/')
  expect(named).toEqual({ code: 0, said: 'witness.example is a witness of store id from now on.\n' })
  expect(await listWitnesses(shop.karat.db, 'id')).toMatchObject([{ address: 'https://witness.example/karat' }])
  expect((await run('witness', '--store', 'id')).said).toContain('Usage')
})
