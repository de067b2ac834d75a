import { expect, test } from 'vitest'
import { openHold } from './refusals-held.ts'

/** A hold whose clock and waiting are this test's. */
function hold() {
  const time = { ms: 0, waiting: [] as (() => void)[] }
  const pause = () => new Promise<void>((done) => time.waiting.push(done))
  const wait = openHold({ quickASecond: 2, holdMs: 1000, heldAtMost: 3 }, { now: () => time.ms, pause })
  const told: number[] = []
  let asked = 0
  const ask = () => {
    const n = ++asked
    return wait().then(() => void told.push(n))
  }
  return { time, told, ask }
}

test('few refusals are told at once; those beyond them in the same second wait, and no more than may', async () => {
  const { time, told, ask } = hold()
  const all = [ask(), ask(), ask(), ask(), ask(), ask(), ask()]
  await Promise.all([all[0], all[1], all[5], all[6]])
  expect(told, 'two quick ones; two for whom there is no place to wait').toEqual([1, 2, 6, 7])
  expect(time.waiting).toHaveLength(3)
  for (const done of time.waiting.splice(0)) done()
  await Promise.all(all)
  expect(told).toEqual([1, 2, 6, 7, 3, 4, 5])
})

test('the next second begins anew, and a place to wait is free again when its refusal was told', async () => {
  const { time, told, ask } = hold()
  await Promise.all([ask(), ask()])
  const third = ask()
  time.ms = 1000
  await Promise.all([ask(), ask()])
  expect(told).toEqual([1, 2, 4, 5])
  const later = [ask(), ask()]
  expect(time.waiting).toHaveLength(3)
  for (const done of time.waiting.splice(0)) done()
  await Promise.all([third, ...later])
  void ask()
  expect(time.waiting).toHaveLength(1)
})
