import { expect, test } from 'vitest'
import type { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Comer, type GateRule, openGate } from './gate.ts'

const rule: GateRule = {
  atOnce: 2,
  keptForLast: 1,
  perSubject: Number.POSITIVE_INFINITY,
  queue: 3,
  waitMs: 100,
  giveUpMs: 150,
}

/** A gate whose clock stands still until it is told to go on, and work that ends when it is told to. */
function opened(changes: Partial<GateRule> = {}) {
  let ms = 0
  let refusals = 0
  const timers = new Set<{ at: number; then: () => void }>()
  const time = {
    now: () => ms,
    after(wait: number, then: () => void) {
      const timer = { at: ms + wait, then }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const gate = openGate({ ...rule, ...changes }, () => refusals++, time)
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    log,
    gate,
    refusals: () => refusals,
    come(name: string, { subject = name, shed = 'first' }: Partial<Comer> = {}) {
      gate
        .run({ subject, shed }, () => {
          log.push(name)
          return new Promise<void>((end) => ends.set(name, end))
        })
        .catch(({ code, data }: Refusal) => log.push(`${name} ${code} ${data.retry_after}`))
    },
    async end(name: string) {
      ends.get(name)?.()
      await settled()
    },
    async pass(by: number) {
      ms += by
      for (const timer of [...timers]) if (timer.at <= ms && timers.delete(timer)) timer.then()
      await settled()
    },
  }
}

test('what is shed first leaves a place to what is shed last, which also goes first out of the queue', async () => {
  const { come, end, log } = opened()
  for (const name of ['read 1', 'read 2']) come(name)
  for (const name of ['pay 1', 'pay 2']) come(name, { shed: 'last' })
  expect(log).toEqual(['read 1', 'pay 1'])
  await end('read 1')
  expect(log).toEqual(['read 1', 'pay 1', 'pay 2'])
  await end('pay 1')
  expect(log).toHaveLength(3)
  await end('pay 2')
  expect(log.at(-1)).toBe('read 2')
})

test('beyond the queue the answer is no at once, each rank with a queue of its own', async () => {
  const { come, pass, log, refusals } = opened()
  for (let i = 0; i < 6; i++) come(`read ${i}`)
  await pass(0)
  expect(log).toEqual(['read 0', 'read 4 busy 1', 'read 5 busy 1'])
  for (let i = 0; i < 6; i++) come(`pay ${i}`, { shed: 'last' })
  await pass(0)
  expect(log.slice(3)).toEqual(['pay 0', 'pay 4 busy 1', 'pay 5 busy 1'])
  expect(refusals()).toBe(4)
})

test('while nothing moves, nobody is let into the queue any more, and who is in it is told', async () => {
  const { come, pass, end, log } = opened()
  come('held')
  come('early')
  await pass(99)
  come('short standstill')
  await pass(2)
  come('late')
  await pass(0)
  expect(log).toEqual(['held', 'late busy 1'])
  await pass(49)
  expect(log).toEqual(['held', 'late busy 1', 'early busy 1'])
  await end('held')
  for (const name of ['next', 'waits']) come(name)
  for (const name of ['short standstill', 'next']) await end(name)
  expect(log.slice(3)).toEqual(['short standstill', 'next', 'waits'])
})

test('subjects take turns, however many places one of them has', async () => {
  const { come, end, log } = opened()
  for (const name of ['a1', 'a2', 'a3']) come(name, { subject: 'a' })
  come('b1', { subject: 'b' })
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a full queue gives the newest place of the greediest to who has fewer, and to nobody else', async () => {
  const { come, pass, end, log } = opened()
  come('held', { subject: 'x' })
  for (const name of ['a1', 'a2', 'a3']) come(name, { subject: 'a' })
  for (const name of ['b1', 'b2']) come(name, { subject: 'b' })
  come('a4', { subject: 'a' })
  await pass(0)
  expect(log.toSorted()).toEqual(['a3 busy 1', 'a4 busy 1', 'b2 busy 1', 'held'])
  for (const name of ['held', 'a1', 'b1', 'a2']) await end(name)
  expect(log.slice(4)).toEqual(['a1', 'b1', 'a2'])
})

test('nobody has more at once than their share, and leaves the rest to others', async () => {
  const { come, end, log } = opened({ perSubject: 1, keptForLast: 0 })
  for (const name of ['a1', 'a2']) come(name, { subject: 'a' })
  come('b1', { subject: 'b' })
  expect(log).toEqual(['a1', 'b1'])
  await end('b1')
  expect(log).toEqual(['a1', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'a2'])
})

test('whether there is room can be asked before anything is done', async () => {
  const { come, gate } = opened({ queue: 1 })
  const room = (shed: Comer['shed']) => () => gate.requireRoom({ subject: 'x', shed })
  for (const name of ['held', 'waits']) {
    expect(room('first')).not.toThrow()
    come(name)
  }
  expect(room('first')).toThrow('busy')
  expect(room('last')).not.toThrow()
})

test('a place comes back when its work fails', async () => {
  const gate = openGate({ ...rule, atOnce: 1, keptForLast: 0, queue: 0 })
  const comer: Comer = { subject: 'a', shed: 'first' }
  const broken = () => {
    throw new Error('broken')
  }
  await expect(gate.run(comer, broken)).rejects.toThrow('broken')
  await expect(gate.run(comer, () => Promise.reject(new Error('later')))).rejects.toThrow('later')
  expect(await gate.run(comer, () => 'done')).toBe('done')
})

test.each(['calls', 'sessions', 'pages'] as const)(
  'nobody waits longer than a quarter of a second for a no: %s',
  async (name) => {
    const { come, pass, log } = opened({ ...settings.admission[name] })
    for (let n = 0; n < 200; n++) come(`${n}`, { shed: n % 2 ? 'last' : 'first' })
    const running = log.length
    await pass(0)
    expect(log.length, 'some wait').toBeLessThan(200)
    await pass(250)
    expect(log.filter((line) => line.endsWith(' busy 1'))).toHaveLength(200 - running)
  },
)

test('one address that knocks without end, even at the back office, takes neither the places nor the queue of others', () => {
  const { come, log } = opened(settings.admission.sessions)
  for (let n = 0; n < 200; n++) come(`knock ${n}`, { subject: 'stranger', shed: 'last' })
  log.length = 0
  for (const name of ['member', 'another']) come(name)
  expect(log).toEqual(['member', 'another'])
})
