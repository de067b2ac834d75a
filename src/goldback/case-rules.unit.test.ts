import { expect, test } from 'vitest'
import { perGram } from '../money/money.ts'
import { settings } from '../settings.ts'
import {
  caseMoves,
  caseStates,
  finenessOfKarat,
  houseNumber,
  isOver,
  matches,
  payableFine,
  sharesOf,
  showNumber,
  worthOf,
} from './case-rules.ts'

const bar = { form: null, gross: 500_000n, fine: 499_950n, fineness: 9999 } as const

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

const ring = { form: 'jewellery', gross: 100_000n, fine: 75_000n, fineness: 7500 } as const

test.each([
  ['as it was said', { weighed: 100_000n, assayed: 7500 }, 75_000n, true],
  ['more than was said is paid for', { weighed: 104_000n, assayed: 7500 }, 78_000n, true],
  ['heavier and less fine, and no less gold', { weighed: 110_000n, assayed: 7000 }, 77_000n, true],
  ['less gold, though it weighs enough', { weighed: 100_000n, assayed: 7490 }, 74_900n, false],
])('of gold that was not bought here what is found counts: %s', (_, measured, fine, fits) => {
  expect([payableFine(ring, measured), matches(ring, measured)]).toEqual([fine, fits])
})

test('a karat is as fine as its stamp, the least of them is bought, and a number of the house is none of ours', () => {
  expect(finenessOfKarat).toMatchObject({ 24: 9990, 22: 9160, 18: 7500, 14: 5850, 8: 3330 })
  expect(Math.min(...Object.values(finenessOfKarat))).toBe(settings.goldback.other.leastFine)
  expect([showNumber(houseNumber('GB100001', 0)), showNumber('KM7F3QX2M9')]).toEqual(['GB100001/1', 'KM-7F3Q-X2M9'])
})

test('the photographs of a whole sale are no more than a member may have uploaded', () => {
  const { pieces, photographs } = settings.goldback.other
  expect(pieces * photographs).toBeLessThanOrEqual(settings.files.maxUnused)
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
