/** What a transaction owes to those who work in it. */
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { Db, sql } from './database.ts'

const books = openBooks()
const keys = async () =>
  (await books.db.row<{ n: number }>(sql`select count(*)::int as n from foundation.idempotency_keys`))?.n
const insert = (key: string) =>
  sql`insert into foundation.idempotency_keys (scope, key, body_hash) values ('test', ${key}, '\\x00')`

test('a statement that comes after its transaction was rolled back is refused: alone it would be committed', async () => {
  const before = await keys()
  let late: Promise<unknown> | undefined
  let rolledBack = () => {}
  const end = new Promise<void>((resolve) => {
    rolledBack = resolve
  })
  await expect(
    books.db.transaction(async (tx) => {
      await tx.run(insert('in time'))
      late = end.then(() => tx.run(insert('late'))).catch((error: Error) => error.message)
      throw new Error('something else failed')
    }),
  ).rejects.toThrow('something else failed')
  rolledBack()
  expect(await late).toBe('the transaction is over')
  expect(await keys()).toBe(before)
})

test('one of several statements at once fails: what the others would do next is not done', async () => {
  const before = await keys()
  const next: string[] = []
  await expect(
    books.db.transaction((tx) =>
      Promise.all([
        Promise.reject(new Error('this side failed')),
        tx.run(sql`select 1`).then(() =>
          tx.run(insert('the other side')).then(
            () => next.push('done'),
            (error: Error) => next.push(error.message),
          ),
        ),
      ]),
    ),
  ).rejects.toThrow('this side failed')
  await expect.poll(() => next).toEqual(['the transaction is over'])
  expect(await keys()).toBe(before)
})

test('a transaction whose error was swallowed says that nothing was committed', async () => {
  const before = await keys()
  await expect(
    books.db.transaction(async (tx) => {
      await tx.run(insert('kept?'))
      await tx.run(sql`select 1 / 0`).catch(() => {})
    }),
  ).rejects.toThrow('nothing was committed')
  expect(await keys()).toBe(before)
})

test('a connection that ends between the pool and whoever takes it fails their statement alone, and the next takes another', async () => {
  const db = new Db(inject('server'), { max: 1 })
  const connect = db.pool.connect.bind(db.pool)
  const end = () => Object.assign(new pg.DatabaseError('terminating connection', 1, 'error'), { code: '57P01' })
  let ends = 0
  // In one piece with the answer to its beginning: the pool listens no more, and nobody else does yet.
  Object.assign(db.pool, {
    connect: async () => {
      const client = await connect()
      if (ends++ < 2) (client as unknown as pg.Client).connection.emit('errorMessage', end())
      return client
    },
  })
  const one = sql`select 1 as one`
  const failed = await db.row(one).catch((error: Error) => error)
  expect((failed as Error).message).toMatch(/not queryable/)
  await expect(db.transaction((tx) => tx.row(one))).rejects.toThrow(/not queryable/)
  expect(await db.row(one)).toEqual({ one: 1 })
  await db.close()
})
