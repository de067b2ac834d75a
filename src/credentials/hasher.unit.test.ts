import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { settings } from '../settings.ts'
import { hashesAtOnce } from './hash-threads.ts'
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
  const all = [1, 2, 3, 4, 5, 6, 7].map((n) => line.run(task(n)).catch((error: { code: string }) => error.code))
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
  const failed = line.run(() => Promise.reject(new Error('broken'))).catch((error: Error) => error.message)
  const next = line.run(async () => 'done')
  expect(await Promise.all([failed, next])).toEqual(['broken', 'done'])
  expect(await line.run(async () => 'again')).toBe('again')
})

test('a burst of hashes takes threads and queue, and no more', async () => {
  const places = hashesAtOnce + settings.hashing.queue
  const burst = await Promise.allSettled(Array.from({ length: places + 5 }, () => hasher.hash('x')))
  expect(burst.filter((one) => one.status === 'fulfilled')).toHaveLength(places)
})

test('room is refused like a hash while the line is full, and there again when it is not', async () => {
  const line = openLine(1, 1)
  const release: (() => void)[] = []
  const held = [1, 2].map(() => line.run(() => new Promise<void>((done) => release.push(done))))
  await expect(line.requireRoom()).rejects.toMatchObject({ code: 'overloaded' })
  for (const [n] of held.entries()) {
    await expect.poll(() => release.length).toBeGreaterThan(n)
    release[n]?.()
  }
  await Promise.all(held)
  await line.requireRoom()
})

/** As many hashes wait as a sign-in may find before it: whether it is let in, and whether a PIN is. */
async function besideWaiting({ queue, signInQueue }: { queue: number; signInQueue: number }) {
  const busy = openHasher({ PIN_KEY: 'a key for tests that is long enough.' }, { queue, signInQueue })
  const waiting = Array.from({ length: hashesAtOnce + settings.hashing.signInQueue }, () => busy.hash('x'))
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'let in',
      ({ code }: { code: string }) => code,
    )
  const seen = await Promise.all([codeOf(busy.requireRoom()), codeOf(busy.hashPin('739204'))])
  await Promise.all(waiting)
  return { signIn: seen[0], pin: seen[1] }
}

test('sign-ins never take the places that are kept for PINs', async () => {
  expect(settings.hashing.signInQueue).toBeLessThan(settings.hashing.queue)
  expect(await besideWaiting(settings.hashing)).toEqual({ signIn: 'overloaded', pin: 'let in' })
})

test('control: sign-ins that may fill the queue are let in before PINs, and PINs behind a full one are refused', async () => {
  const { queue, signInQueue } = settings.hashing
  expect(await besideWaiting({ queue, signInQueue: queue })).toMatchObject({ signIn: 'let in' })
  expect(await besideWaiting({ queue: signInQueue, signInQueue })).toMatchObject({ pin: 'overloaded' })
})

test('what is no hash is an error, and the thread goes on', async () => {
  await expect(hasher.matches('not a hash', 'secret')).rejects.toThrow()
  expect(await hasher.matches(await hasher.hash('secret'), 'secret')).toBe(true)
})

test('a place that rests is given on only afterwards, and what was asked is answered before', async () => {
  const line = openLine(1, 1, { rest: () => 20 })
  const order: string[] = []
  const first = line.run(async () => void order.push('first')).then(() => order.push('answered'))
  const second = line.run(async () => void order.push('second'))
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'answered', 'second'])
})
