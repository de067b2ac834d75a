import { expect, test } from 'vitest'
import { minor } from '../money/money.ts'
import { withheld, withholdingOf } from './withholding-rules.ts'

const sale = { store: 'id', side: 'buy', day: '2026-11-26', buyer: 'gold_business', letterUntil: null } as const

test.each([
  ['a gold business', {}, 'collected', 25],
  ['an end consumer', { buyer: 'end_consumer' }, 'end_consumer', 0],
  ['a small business with a certificate', { buyer: 'small_business', letterUntil: '2026-12-31' }, 'certificate', 0],
  ['one whose certificate is over', { buyer: 'small_business', letterUntil: '2026-11-25' }, 'collected', 25],
  ['one whose certificate nobody saw', { buyer: 'small_business' }, 'collected', 25],
  ['a letter on its last day', { letterUntil: '2026-11-26' }, 'letter', 0],
  ['a letter on the day after', { letterUntil: '2026-11-25' }, 'collected', 25],
  ['a sale to the house', { side: 'sell' }, 'sale', 0],
  ['the last day before the rule', { day: '2023-04-30' }, 'no_rule', 0],
  ['its first day', { day: '2023-05-01' }, 'collected', 25],
  ['another store', { store: 'my' }, 'no_rule', 0],
] as const)('%s', (_, changed, reason, bps) => {
  expect(withholdingOf({ ...sale, ...changed })).toMatchObject({ reason, bps })
})

test('the tax is of the price before it, rounded up by less than a unit', () => {
  expect(withheld(minor(400n), { bps: 25 })).toBe(1n)
  expect(withheld(minor(401n), { bps: 25 })).toBe(2n)
  expect(withheld(minor(1_000_000_000n), { bps: 25 })).toBe(2_500_000n)
  expect(withheld(minor(999n), { bps: 0 })).toBe(0n)
})
