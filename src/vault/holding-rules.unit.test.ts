import { expect, test } from 'vitest'
import { perGram } from '../money/money.ts'
import { averageCost, unrealisedAt } from './holding-rules.ts'

test('the average cost is rounded up, and is none where nothing is left', () => {
  expect(averageCost({ weight: 30_000n, cost: 100n })).toBe(34n)
  expect(averageCost({ weight: 0n, cost: 0n })).toBeNull()
})

test('what is unrealised is the worth at the bid, rounded down, less the cost', () => {
  expect(unrealisedAt({ weight: 15_001n, cost: 100n }, perGram(100n))).toBe(50n)
  expect(unrealisedAt({ weight: 10_000n, cost: 100n }, perGram(99n))).toBe(-1n)
})
