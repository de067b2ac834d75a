import { expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { type Limits, openLimits } from './limits.ts'
import { openTokenTries } from './token-tries.ts'

const limit: number = settings.rates.token

/** Tries at a clock that stands still; `live` are the tokens that somebody has. */
function opened({ most = 3, plant = {} }: { most?: number; plant?: Partial<Limits> } = {}) {
  const world = { ms: 0, asked: 0, live: new Set(['own']) }
  const limits = { ...openLimits(undefined as never, true), ...plant }
  const tries = openTokenTries(limits, () => world.ms, most)
  const find = async (hash: Buffer) => {
    world.asked++
    return world.live.has(String(hash)) ? String(hash) : null
  }
  const bring = (token: string, subject = 'house') =>
    tries.find(Buffer.from(token), subject, find).catch(({ code }) => code)
  const flood = async (times = limit) => {
    for (let n = 0; n < times; n++) await bring(`wrong ${n}`)
    world.asked = 0
  }
  return { world, bring, flood, issued: (token: string) => tries.issued(Buffer.from(token)) }
}

test('who has brought too many wrong tokens is refused before the next is looked up, until the minute ends', async () => {
  const { world, bring, flood } = opened()
  expect(await bring('wrong')).toBeNull()
  await flood(limit - 2)
  expect([await bring('last try'), await bring('one more'), await bring('own')]).toEqual([
    null,
    ...Array(2).fill('too_many_requests'),
  ])
  expect(world.asked).toBe(1)
  expect(await bring('own', 'elsewhere')).toBe('own')
  world.ms += 60_000
  expect(await bring('own')).toBe('own')
})

test('control: a limit that nobody asks before costs a look-up for each', async () => {
  const { world, bring, flood } = opened({ plant: { requireLeft: () => {} } })
  await flood()
  expect(await bring('one more')).toBe('too_many_requests')
  expect(world.asked).toBe(1)
})

test('a token that was good when it came last is looked up whatever its neighbours do, and lets nobody in when it has ended', async () => {
  const { world, bring, flood } = opened()
  await bring('own')
  await flood()
  expect([await bring('own'), world.asked]).toEqual(['own', 1])
  world.live.delete('own')
  expect([await bring('own'), world.asked]).toEqual(['too_many_requests', 2])
  expect([await bring('own'), world.asked]).toEqual(['too_many_requests', 2])
})

test('a token that was given out here is looked up at its first coming, whatever its neighbours do', async () => {
  const { bring, flood, issued } = opened()
  issued('own')
  await flood()
  expect(await bring('own')).toBe('own')
})

test('so many tokens are remembered, those that came last', async () => {
  const { world, bring, flood } = opened()
  for (const token of ['a', 'b', 'c', 'd']) world.live.add(token)
  for (const token of ['a', 'b', 'c', 'a', 'd']) await bring(token)
  await flood()
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((token) => bring(token)))).toEqual([
    'a',
    'too_many_requests',
    'c',
    'd',
  ])
})
