import { expect, test } from 'vitest'
import { openReadyAnswers } from './ready-answers.ts'

const from = { prices: 1, state: 'live', catalogue: 1 }
const bytes = (text: string) => () => Buffer.from(text)
const never = () => {
  throw new Error('was made again')
}

test('an answer is made once for one moment and again for every other', () => {
  const answers = openReadyAnswers({ count: 10, bytes: 1000 })
  expect(answers.get('list', from, bytes('a')).toString()).toBe('a')
  expect(answers.get('list', { ...from }, never).toString()).toBe('a')
  for (const [other, text] of [
    [{ ...from, prices: 2 }, 'b'],
    [{ ...from, state: 'stale' }, 'c'],
    [{ ...from, catalogue: 2 }, 'd'],
    [from, 'e'],
  ] as const)
    expect(answers.get('list', other, bytes(text)).toString()).toBe(text)
})

test('never holds more answers than it may, and forgets what was asked for longest ago', () => {
  const answers = openReadyAnswers({ count: 3, bytes: 1000 })
  for (const key of ['a', 'b', 'c']) answers.get(key, from, bytes(key))
  answers.get('a', from, never)
  answers.get('d', from, bytes('d'))
  expect(answers.size().count).toBe(3)
  expect(answers.get('a', from, never).toString()).toBe('a')
  expect(answers.get('b', from, bytes('made again')).toString()).toBe('made again')
})

test('never holds more bytes than it may, whatever is asked for', () => {
  const answers = openReadyAnswers({ count: 1000, bytes: 500 })
  for (let n = 0; n < 300; n++) {
    answers.get(`q=${n}`, { ...from, prices: n % 7 }, () => Buffer.alloc((n * 37) % 700))
    expect(answers.size().bytes).toBeLessThanOrEqual(500)
  }
})

test('what could not be made is not kept', () => {
  const answers = openReadyAnswers({ count: 3, bytes: 1000 })
  expect(() => answers.get('a', from, never)).toThrow('was made again')
  expect(answers.get('a', from, bytes('a')).toString()).toBe('a')
})
