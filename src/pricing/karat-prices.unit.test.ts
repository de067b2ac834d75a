import { expect, test } from 'vitest'
import { perGram } from '../money/money.ts'
import { askOfKarat, bidOfKarat, karats, moveBps } from './price-rules.ts'

const ask = perGram(2_320_123n)
const bid = perGram(2_242_501n)

test('24 karat costs what fine gold does', () => {
  expect([askOfKarat(ask, 24), bidOfKarat(bid, 24)]).toEqual([ask, bid])
})

test('a share of the ask is rounded up, of the bid down', () => {
  expect(askOfKarat(ask, 22)).toBe(2_126_780n) // 2,126,779.42
  expect(bidOfKarat(bid, 22)).toBe(2_055_625n) // 2,055,625.92
  expect(askOfKarat(ask, 18)).toBe(1_740_093n) // 1,740,092.25
  expect(bidOfKarat(bid, 18)).toBe(1_681_875n) // 1,681,875.75
})

test('no karat can be bought and sold back at a gain', () => {
  for (const karat of karats) expect(askOfKarat(ask, karat)).toBeGreaterThanOrEqual(bidOfKarat(ask, karat))
})

test('a move is cut towards zero in both directions', () => {
  expect(moveBps(perGram(10_000n), perGram(10_123n))).toBe(123n)
  expect(moveBps(perGram(30_000n), perGram(30_001n))).toBe(0n)
  expect(moveBps(perGram(30_000n), perGram(29_999n))).toBe(0n)
  expect(moveBps(perGram(10_000n), perGram(9_900n))).toBe(-100n)
})
