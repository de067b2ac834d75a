import { expect, test } from 'vitest'
import { perGram } from '../money/money.ts'
import { caseMoves, caseStates, isOver, matches, payableFine, sharesOf, worthOf } from './case-rules.ts'

const bar = { gross: 500_000n, fine: 499_950n, fineness: 9999 }

test.each([
  ['as it was sold', { weighed: 500_000n, assayed: 9999 }, 499_950n],
  ['heavier and finer: no more than it was sold with', { weighed: 500_010n, assayed: 10_000 }, 499_950n],
  ['lighter', { weighed: 498_640n, assayed: 9999 }, 498_590n],
  ['less fine', { weighed: 500_000n, assayed: 9990 }, 499_500n],
  ['lighter and finer: never more than it was sold with', { weighed: 499_999n, assayed: 10_000 }, 499_950n],
])('what is paid for: %s', (_, measured, fine) => {
  expect(payableFine(bar, measured)).toBe(fine)
  expect(matches(bar, measured)).toBe(measured.weighed >= bar.gross && measured.assayed >= bar.fineness)
})

test('gold brings its price, rounded down', () => {
  expect(worthOf(300_000n, perGram(2_544_095n))).toBe(76_322_850n)
  expect(worthOf(1n, perGram(19_999n))).toBe(1n)
})

test('shares are the whole amount, whatever it is', () => {
  for (const [amount, fines] of [
    [100n, [1n, 1n, 1n]],
    [76_322_850n, [250_000n, 50_000n]],
    [7n, [3n]],
  ] as const) {
    const shares = sharesOf(amount, fines)
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
    expect(shares).toHaveLength(fines.length)
  }
})

test('what is over goes nowhere, and everything else goes on', () => {
  for (const state of caseStates) expect(caseMoves[state].length === 0, state).toBe(isOver(state))
})
