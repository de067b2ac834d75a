import { expect, test } from 'vitest'
import { DatabaseAway } from './database.ts'
import { openLastKnown } from './last-known.ts'

const fails = () => Promise.reject(new DatabaseAway())

test('what was read last is given while the database gives no answer, and only then', async () => {
  const known = openLastKnown()
  await known.of('home id', async () => 1)
  await known.of('home id', async () => 2)
  await expect(known.of('home id', () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect')
  expect(await known.of('home id', fails)).toBe(2)
  const broken = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  expect(await known.of('home id', broken)).toBe(2)
  await expect(known.of('home my', fails)).rejects.toThrow('away')
})

test('it keeps so many at most, those that were read last', async () => {
  const known = openLastKnown(2)
  for (const key of ['a', 'b', 'a', 'c']) await known.of(key, async () => key)
  expect([await known.of('a', fails), await known.of('c', fails)]).toEqual(['a', 'c'])
  await expect(known.of('b', fails)).rejects.toThrow('away')
})
