/** Reads that take longer than a request may. */
import { afterAll, expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { settings } from '../settings.ts'
import { Db, sql } from './database.ts'
import { inOneSnapshot } from './one-snapshot.ts'

const shop = openShop()
/** A pool that gives up, as that of the server does, sooner than the database. */
const hasty: { db?: Db } = {}
const db = () => {
  hasty.db ??= new Db(shop.connectionString, {
    ...{
      max: 2,
      role: 'karat_app',
      limits: { ...settings.database, statementMs: 150, longestMs: 100 } as unknown as typeof settings.database,
    },
  })
  return hasty.db
}
afterAll(() => hasty.db?.close())
const slow = sql`select pg_sleep(0.4)`

test('a snapshot has the time that it asks for, on both sides of the connection', async () => {
  await expect(db().transaction((tx) => tx.run(slow))).rejects.toThrow()
  await inOneSnapshot(db(), (tx) => tx.run(slow))
  await expect(inOneSnapshot(db(), (tx) => tx.run(slow), { longestMs: 100 })).rejects.toThrow(/timeout/)
})

test('a snapshot writes only where it says so, and sees nothing that came after it began', async () => {
  const write = sql`insert into proof.plans (store, due_at) values ('my', now() + interval '9 days') on conflict do nothing`
  await expect(inOneSnapshot(db(), (tx) => tx.run(write))).rejects.toThrow('read-only')
  const count = sql`select count(*)::int as n from proof.plans`
  const seen = await inOneSnapshot(
    db(),
    async (tx) => {
      const before = await tx.row(count)
      await shop.karat.db.run(sql`insert into proof.plans (store) values ('id')`)
      expect(await tx.run(write)).toBe(1)
      return { before, after: await tx.row(count) }
    },
    { writes: true },
  )
  expect(seen).toEqual({ before: { n: 0 }, after: { n: 1 } })
})
