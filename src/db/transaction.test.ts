/** What a transaction owes to those who work in it. */
import { expect, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { sql } from './database.ts'

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
