import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openHasher, openLine } from './hasher.ts'

const withKey = (PIN_KEY: string) => openHasher(readConfig({ PIN_KEY }))
const hasher = withKey('a key for tests that is long enough.')

test('a hash is Argon2id with 19 MiB, two passes and one lane, and never twice the same', async () => {
  const [one, two] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await hasher.matches(one, 'secret')).toBe(true)
  expect(await hasher.matches(one, 'Secret')).toBe(false)
})

test('a PIN’s hash needs the key', async () => {
  const hash = await hasher.hashPin('739204')
  expect(await hasher.pinMatches(hash, '739204')).toBe(true)
  expect(await hasher.matches(hash, '739204')).toBe(false)
  expect(await withKey('another key for tests, long enough..').pinMatches(hash, '739204')).toBe(false)
})

test('no more run at once than there is room for, the queue keeps its order, and the rest is refused', async () => {
  const line = openLine(2, 3)
  const started: number[] = []
  const release: (() => void)[] = []
  const task = (n: number) => () => {
    started.push(n)
    return new Promise<number>((done) => release.push(() => done(n)))
  }
  const all = [1, 2, 3, 4, 5, 6, 7].map((n) => line(task(n)).catch((error: { code: string }) => error.code))
  expect(await Promise.all(all.slice(5))).toEqual(['overloaded', 'overloaded'])
  expect(started).toEqual([1, 2])
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => release.length).toBeGreaterThan(n)
    release[n]?.()
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 'overloaded', 'overloaded'])
  expect(started).toEqual([1, 2, 3, 4, 5])
})

test('a task that fails leaves its place to the next', async () => {
  const line = openLine(1, 1)
  const failed = line(() => Promise.reject(new Error('broken'))).catch((error: Error) => error.message)
  const next = line(async () => 'done')
  expect(await Promise.all([failed, next])).toEqual(['broken', 'done'])
  expect(await line(async () => 'again')).toBe('again')
})

test('a burst of hashes takes cores and queue, and no more', async () => {
  const places = availableParallelism() + 20
  const burst = await Promise.allSettled(Array.from({ length: places + 5 }, () => hasher.hash('x')))
  expect(burst.filter((one) => one.status === 'fulfilled')).toHaveLength(places)
})
