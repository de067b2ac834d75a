import { expect, test } from 'vitest'
import { openLastKnown } from './last-known.ts'

const fails = () => Promise.reject(new Error('nobody answers'))

test('what was read last is given while the database is away, and only then', async () => {
  let isAway = false
  const known = openLastKnown(() => isAway)
  await known.of('home id', async () => 1)
  await known.of('home id', async () => 2)
  await expect(known.of('home id', fails)).rejects.toThrow('nobody answers')
  isAway = true
  expect(await known.of('home id', fails)).toBe(2)
  await expect(known.of('home my', fails)).rejects.toThrow('nobody answers')
})

test('it keeps so many at most, those that were read last', async () => {
  const known = openLastKnown(() => true, 2)
  for (const key of ['a', 'b', 'a', 'c']) await known.of(key, async () => key)
  expect([await known.of('a', fails), await known.of('c', fails)]).toEqual(['a', 'c'])
  await expect(known.of('b', fails)).rejects.toThrow('nobody answers')
})
