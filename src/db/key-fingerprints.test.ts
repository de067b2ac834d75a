/** Keys outside the database and the database they belong to. */
import { expect, test } from 'vitest'
import { openBooks, openScratch } from '../../tests/support/books.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { Db, type Intercept } from './database.ts'
import { keysFit, requireKeys } from './key-fingerprints.ts'

const books = openBooks()
const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const keys = (PIN_KEY: string, MASTER_KEY: string, MASTER_KEY_OLD = '') => ({ PIN_KEY, MASTER_KEY, MASTER_KEY_OLD })
const start = (...of: Parameters<typeof keys>) => startOn(books.connectionString, ...of)

async function startOn(connectionString: string, ...of: Parameters<typeof keys>) {
  const owner = new Db(connectionString, { max: 1, ...(planted ? { intercept: planted } : {}) })
  await requireKeys(owner, keys(...of)).finally(() => owner.close())
}
let planted: Intercept | undefined

/** How two first starts with different keys end that both have come to where they keep theirs before one does. */
async function raceForFirst(change: (text: string) => string): Promise<string[]> {
  const scratch = await openScratch()
  const meet = meetingAt('insert into foundation.key_fingerprints', 2)
  planted = (text) => meet(text).then(() => change(text))
  const ends = await Promise.allSettled([first, third].map((key) => startOn(scratch.connectionString, key, key)))
  planted = undefined
  await scratch.close()
  return ends.map((end) => (end.status === 'fulfilled' ? 'started' : end.reason.message)).sort()
}

test('of two first starts at once with different keys one starts, and the other stops with the sentence', async () => {
  expect(await raceForFirst((text) => text)).toEqual([
    expect.stringContaining(
      'This database was filled with another PIN_KEY and another MASTER_KEY: start with the keys',
    ),
    'started',
  ])
})

test('control: where the later one writes over what the earlier has kept, both start', async () => {
  const overwrite = (text: string) =>
    text.replace('on conflict (key) do nothing', 'on conflict (key) do update set fingerprint = excluded.fingerprint')
  expect(await raceForFirst(overwrite)).toEqual(['started', 'started'])
})

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
