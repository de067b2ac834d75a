/** Keys outside the database and the database they belong to. */
import { expect, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { keysFit, requireKeys } from './key-fingerprints.ts'

const books = openBooks()
const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const keys = (PIN_KEY: string, MASTER_KEY: string, MASTER_KEY_OLD = '') => ({ PIN_KEY, MASTER_KEY, MASTER_KEY_OLD })
const start = (...of: Parameters<typeof keys>) => requireKeys(books.connectionString, keys(...of))

test('the first start keeps what its keys look like, of two at once one; another key stops the start with a sentence', async () => {
  await Promise.all([start(first, second), start(first, second)])
  await start(first, second)
  await expect(start(third, second)).rejects.toThrow(
    'This database was filled with another PIN_KEY: start with the key it',
  )
  await expect(start(first, third)).rejects.toThrow(
    'another MASTER_KEY: start with the key it was filled with (a master key',
  )
  await expect(start(third, third)).rejects.toThrow('another PIN_KEY and another MASTER_KEY: start with the keys')
  expect(await keysFit(books.db, keys(first, second))).toBe(true)
  expect(await keysFit(books.db, keys(third, second))).toBe(false)
})

test('the master key is changed in the two steps of docs/running.md, and back', async () => {
  await start(first, second, third)
  await start(first, third, second)
  await start(first, third)
  await start(first, second, third)
  await expect(start(first, third)).rejects.toThrow('another MASTER_KEY')
  await start(first, second)
})

test('a refused start changes nothing of what is kept', async () => {
  await expect(start(third, third, second)).rejects.toThrow('another PIN_KEY')
  await start(first, second)
})

test('the application can read what is kept, and change nothing of it', async () => {
  await expect(books.db.pool.query('delete from foundation.key_fingerprints')).rejects.toThrow('permission denied')
  await expect(books.db.pool.query(`update foundation.key_fingerprints set key = 'PIN_KEY'`)).rejects.toThrow(
    'permission denied',
  )
})
