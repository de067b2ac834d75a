/** What an instance says of itself, and what it refuses, while the database is there and takes no writes. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OutcomeUnknown, sql } from '../src/db/database.ts'
import { settings } from '../src/settings.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { openShop } from './support/shop.ts'

const { database } = settings
const shop = openShop({}, undefined, { database })
let owner: pg.Client
let member: TestMember
beforeAll(async () => {
  owner = new pg.Client({ connectionString: shop.connectionString })
  await owner.connect()
  member = await signedIn(shop)
})
afterAll(() => owner?.end())
afterEach(() => until(200, { ready: true }))

const get = (url: string) => shop.app.inject({ url, headers: member.headers })
const write = () =>
  shop.app.inject({
    method: 'POST',
    url: '/api/storeid/address/delAddress',
    headers: member.headers,
    payload: { id: '019a0000-0000-7000-8000-000000000000' },
  })
const until = (status: number, said: object) =>
  vi.waitFor(
    async () => {
      const answer = await get('/ready')
      expect([answer.statusCode, answer.json()]).toMatchObject([status, said])
    },
    { timeout: 10_000, interval: 50 },
  )
async function readsGoOnAndWritesDoNot() {
  const answer = await write()
  expect([answer.statusCode, answer.json().error]).toEqual([503, 'not_writable'])
  expect(answer.headers['retry-after']).toBe('2')
  for (const url of ['/product/getGoldPrice', '/product/getList', '/user/userInfo'])
    expect([url, (await get(`/api/storeid${url}`)).statusCode]).toEqual([url, 200])
  expect((await get('/serving')).statusCode).toBe(200)
}

test('an instance says what it rests on', async () => {
  const { prices, ...rest } = (await get('/ready')).json()
  expect(rest).toEqual({
    ...{ ready: true, listener: true, schema: 'current', keys: true },
    database: { writable: true, trouble: null, since: null },
  })
  expect(prices.id).toEqual({ state: 'live', age: expect.any(Number) })
})

test('writes that are not finished are noticed, and the next ones are refused at the door', async () => {
  await owner.query('begin; lock table foundation.instances in exclusive mode')
  await until(503, { ready: false, database: { writable: false, trouble: 'blocked', since: expect.any(String) } })
  await readsGoOnAndWritesDoNot()
  await owner.query('commit')
})

test('a database that has become read-only refuses writes with 503, not 500', async () => {
  const name = new URL(shop.connectionString).pathname.slice(1)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until(503, { ready: false, listener: true, database: { writable: false, trouble: 'read_only' } })
  await vi.waitFor(readsGoOnAndWritesDoNot, { timeout: 5000, interval: 50 })
  await owner.query(
    `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
  )
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
})

test('a newer schema that older releases break on, and a database of other keys, are not ready', async () => {
  await owner.query(
    `insert into karat_applied_migrations (name, checksum, spares_older) values ('999.do.later', '', true)`,
  )
  await until(200, { schema: 'newer_beside' })
  await owner.query(`update karat_applied_migrations set spares_older = false where name = '999.do.later'`)
  await until(503, { ready: false, schema: 'newer' })
  await owner.query(`delete from karat_applied_migrations where name = '999.do.later'`)
  await owner.query(`insert into foundation.key_fingerprints (key, fingerprint) values ('PIN_KEY', '\\x00')`)
  await until(503, { ready: false, keys: false })
  await owner.query(`delete from foundation.key_fingerprints`)
})

test('a commit that is not answered in time is an outcome that nobody knows, within two seconds', async () => {
  // The lock that the commit's trigger waits for stands for a standby that does not confirm.
  await owner.query(`
    create function foundation.waits() returns trigger language plpgsql security definer as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger waits after insert or update on foundation.idempotency_keys deferrable initially deferred
      for each row execute function foundation.waits();
    select pg_advisory_lock(4711)`)
  const slow = shop.karat.db.transaction((tx) =>
    tx.run(sql`insert into foundation.idempotency_keys (scope, key, body_hash) values ('slow', 'slow', '\\x00')`),
  )
  await expect(slow).rejects.toThrow(OutcomeUnknown)
  await owner.query('select pg_advisory_unlock(4711); drop function foundation.waits() cascade')
})
