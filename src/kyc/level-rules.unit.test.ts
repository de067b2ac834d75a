import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSettings } from '../stores/setting-rules.ts'
import {
  asMoney,
  DAY_SHARE,
  type Level,
  levelForDay,
  levelLimits,
  levelOf,
  levels,
  levelToHold,
  steps,
  stepsTo,
  usedBy,
} from './level-rules.ts'
import { mayMoveTo, reviewMoves, reviewStates } from './review-rules.ts'

const released = levelLimits(firstSettings.members, 'IDR')
const dayLimit = (level: Level) => released.day[level] ?? null
const holdLimit = (level: Level) => released.hold[level] ?? null

test('a step counts only on top of those before it', () => {
  expect(levelOf({ real_name: false, documents: true, funds: true })).toBe(0)
  expect(levelOf({ real_name: true, documents: false, funds: true })).toBe(1)
  expect(levelOf({ real_name: true, documents: true, funds: false })).toBe(2)
  expect(levelOf({ real_name: true, documents: true, funds: true })).toBe(3)
  expect(stepsTo(2, { real_name: true, documents: false, funds: false })).toEqual(['documents'])
  expect(stepsTo(3, { real_name: false, documents: false, funds: true })).toEqual(['real_name', 'documents'])
})

test.each([
  [50_000_000n, 'IDR', 0],
  [50_000_001n, 'IDR', 2],
  [250_000_000n, 'IDR', 2],
  [250_000_001n, 'IDR', 3],
  [1_350_000n, 'MYR', 0],
  [1_350_001n, 'MYR', 2],
  [300_000n, 'USD', 0],
  [1_500_001n, 'USD', 3],
] as const)('a day of %s %s needs level %s', (amount, currency, level) => {
  expect(levelForDay(released, usedBy(amount, currency))).toBe(level)
})

test('currencies are shares of one limit, exactly: thirds make a whole, and a cent more does not fit', () => {
  const third = usedBy(100_000n, 'USD')
  expect(third * 3n).toBe(DAY_SHARE)
  expect(usedBy(25_000_000n, 'IDR') + usedBy(675_000n, 'MYR')).toBe(DAY_SHARE)
  expect(levelForDay(released, third * 3n + usedBy(1n, 'USD'))).toBe(2)
  expect(usedBy(500_000_000n, 'IDR')).toBe(released.report)
})

test('a higher level never allows less, and what is shown as money is never less than what was used', () => {
  for (const level of levels.slice(1)) {
    const before = dayLimit((level - 1) as 0)
    expect(dayLimit(level) === null || (before !== null && (dayLimit(level) ?? 0n) >= before)).toBe(true)
    expect(holdLimit(level) === null || (holdLimit(level) ?? 0n) > (holdLimit((level - 1) as 0) ?? 0n)).toBe(true)
  }
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 13n),
      fc.constantFrom('IDR' as const, 'MYR' as const, 'USD' as const),
      (amount, currency) => {
        expect(asMoney(usedBy(amount, currency), currency)).toBe(amount)
        expect(usedBy(asMoney(amount, currency), currency) >= amount).toBe(true)
        const need = levelForDay(released, usedBy(amount, currency))
        for (const level of levels) {
          const limit = dayLimit(level)
          expect(limit === null || usedBy(amount, currency) <= limit || level < need).toBe(true)
        }
      },
    ),
  )
})

test.each([
  [0n, 0],
  [1n, 1],
  [300_000n, 1],
  [300_001n, 2],
  [5_000_000n, 2],
  [5_000_001n, 3],
])('%s units of 0.0001 g in the vault need level %s', (weight, level) =>
  expect(levelToHold(released, weight)).toBe(level),
)

test('a store has limits of its own, of its own currency; in another one they are the same share', () => {
  const said = {
    ...firstSettings.members,
    day_t1: 2_700,
    day_t2: 27_000,
    report_from: 135_000,
    hold_t1: 5,
    hold_t2: 50,
  }
  const own = levelLimits(said, 'MYR')
  expect(own.day).toEqual([DAY_SHARE / 5n, DAY_SHARE / 5n, DAY_SHARE * 2n, null])
  expect(levelForDay(own, usedBy(10_000_000n, 'IDR'))).toBe(0)
  expect(levelForDay(own, usedBy(10_000_001n, 'IDR'))).toBe(2)
  expect([own.hold, own.report]).toEqual([[0n, 50_000n, 500_000n, null], DAY_SHARE * 10n])
})

test('no review leaves approved but by staff, and only documents have a draft', () => {
  for (const step of steps) {
    expect(reviewMoves[step].approved).toEqual(['rejected'])
    expect(reviewStates.filter((from) => mayMoveTo(step, from, 'draft'))).toEqual(
      step === 'documents' ? ['none', 'rejected'] : [],
    )
    for (const from of reviewStates) expect(mayMoveTo(step, from, 'none')).toBe(false)
    expect(mayMoveTo(step, 'submitted', 'submitted')).toBe(false)
  }
  expect(mayMoveTo('documents', 'draft', 'approved')).toBe(false)
  expect(mayMoveTo('documents', 'rejected', 'submitted')).toBe(false)
})
