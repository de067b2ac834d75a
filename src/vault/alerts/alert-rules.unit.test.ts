import { expect, test } from 'vitest'
import { perGram } from '../../money/money.ts'
import { changeOf, dayOfPrice, isReached, rearmAt, type Watched } from './alert-rules.ts'

const price = { ask: perGram(2_600_000n), bid: perGram(2_500_000n), previousCloseAsk: perGram(2_550_000n) }
const level = (kind: 'above' | 'below', side: 'buy' | 'sell', at: bigint): Watched => ({
  kind,
  side,
  level: perGram(at),
})

test.each([
  ['a buy price that rises to its level', level('above', 'buy', 2_600_000n), true],
  ['one unit short of it', level('above', 'buy', 2_600_001n), false],
  ['a buyback price that rises to its level', level('above', 'sell', 2_500_000n), true],
  ['the buyback price, not the buy price', level('above', 'sell', 2_500_001n), false],
  ['a buy price that falls to its level', level('below', 'buy', 2_600_000n), true],
  ['one unit above it', level('below', 'buy', 2_599_999n), false],
  ['a change that is there', { kind: 'change', moveBps: 196 }, true],
  ['a hundredth of a percent more', { kind: 'change', moveBps: 197 }, false],
] as [string, Watched, boolean][])('%s', (_, watched, reached) => expect(isReached(watched, price)).toBe(reached))

test('a fall counts as a change, and without a close there is none', () => {
  const fallen = { ...price, ask: perGram(2_499_000n) }
  expect(changeOf(fallen)).toBe(-200)
  expect(isReached({ kind: 'change', moveBps: 200 }, fallen)).toBe(true)
  expect(isReached({ kind: 'change', moveBps: 50 }, { ...fallen, previousCloseAsk: null })).toBe(false)
})

test.each([
  ['above', 2_600_000n, 2_587_000n],
  ['below', 2_600_000n, 2_613_000n],
  ['above', 1n, 0n],
  ['below', 1n, 2n],
] as const)('%s %d is watched again from %d', (kind, at, back) => expect(rearmAt(kind, perGram(at))).toBe(back))

test('the day is that of the price, in the zone of the store, and never one to come', () => {
  const at = (text: string) => Date.parse(text)
  expect(dayOfPrice(at('2026-11-25T16:59:58Z'), at('2026-11-25T17:00:01Z'), 'Asia/Jakarta')).toBe('2026-11-25')
  expect(dayOfPrice(at('2026-11-25T17:00:01Z'), at('2026-11-25T17:00:02Z'), 'Asia/Jakarta')).toBe('2026-11-26')
  expect(dayOfPrice(at('2026-11-25T17:00:01Z'), at('2026-11-25T16:59:59Z'), 'Asia/Jakarta')).toBe('2026-11-25')
})
