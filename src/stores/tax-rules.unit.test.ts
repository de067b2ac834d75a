import { expect, test } from 'vitest'
import { minor } from '../money/money.ts'
import { lineTax } from '../pricing/price-rules.ts'
import { faultsOf, firstSettings, foldSetting } from './setting-rules.ts'
import { faultsOfRules, firstTaxes, isConfirmed, namesOf, rulesOf, taxBpsOf, withConfirmation } from './tax-rules.ts'

const rates = { jewellery_bps: 110, bullion_bps: 25, in_grams_bps: 220 }

test.each([
  [{ kind: 'bar' }, 25],
  [{ kind: 'coin' }, 25],
  [{ kind: 'jewellery' }, 110],
  [{ kind: 'bar', inGrams: true }, 220],
  [{ kind: 'coin', inGrams: false }, 25],
] as const)('%j is taxed at %i', (line, bps) => expect(taxBpsOf(rates, line)).toBe(bps))

test.each([
  [0n, 1_000_000n, 0n],
  [110n, 10_000n, 110n],
  [110n, 10_001n, 111n],
  [1n, 1n, 1n],
  [3000n, 999_999_999_999n, 300_000_000_000n],
  [165n, 0n, 0n],
])('at %i, %i is taxed %i: rounded up once', (rate, total, tax) =>
  expect(lineTax(minor(total), taxBpsOf({ ...rates, bullion_bps: Number(rate) }, { kind: 'bar' }))).toBe(tax),
)

test('the later row over the earlier: each moment has its rates, and what no row says is the release’s', () => {
  const rows = [
    { rule: '2027', jewellery_bps: 165 },
    { in_grams_bps: 0, in_grams_rule: '2027-G' },
  ]
  expect(foldSetting('taxes', [])).toMatchObject(firstTaxes)
  expect(foldSetting('taxes', rows.slice(0, 1))).toMatchObject({ ...firstTaxes, ...rows[0] })
  expect(foldSetting('taxes', rows)).toMatchObject({ ...firstTaxes, ...rows[0], ...rows[1] })
})

test.each(['jewellery_bps', 'bullion_bps', 'in_grams_bps'])('%s is no less than nothing and at most 30%%', (field) => {
  const faults = (value: number | string) => Object.keys(faultsOf('taxes', { ...firstSettings.taxes, [field]: value }))
  for (const right of [0, 3000]) expect(faults(right)).toEqual([])
  for (const wrong of [-1, 3001, 1.5, '110']) expect(faults(wrong)).toEqual([field])
})

test('rules have names, and one name is one set of rates for ever', () => {
  const faults = (change: Partial<typeof firstTaxes>, ...sets: Partial<typeof firstTaxes>[]) =>
    Object.keys(
      faultsOfRules({ ...firstTaxes, ...change }, [firstTaxes, ...sets.map((one) => ({ ...firstTaxes, ...one }))]),
    )
  expect(faults({})).toEqual([])
  expect(faults({ jewellery_bps: 165 })).toEqual(['rule'])
  expect(faults({ bullion_bps: 165 })).toEqual(['rule'])
  expect(faults({ in_grams_bps: 0 })).toEqual(['in_grams_rule'])
  expect(faults({ jewellery_bps: 165, rule: 'PMK 1/2027' })).toEqual([])
  expect(faults({ jewellery_bps: 165, rule: '2027' }, { jewellery_bps: 120, rule: '2027' })).toEqual(['rule'])
  expect(faults({ rule: 'a, b' })).toEqual(['rule'])
  expect(faults({ in_grams_rule: '-' })).toEqual(['in_grams_rule'])
})

test('a change is confirmed by two people, by one who says so, and else no more', () => {
  const was = { ...firstTaxes, confirmed: rulesOf(firstTaxes) }
  expect(isConfirmed(was)).toBe(true)
  const change = { rule: '2027', jewellery_bps: 165 }
  expect(withConfirmation(was, change, true)).toEqual({ ...change, confirmed: '2027, 2026-11-G' })
  expect(withConfirmation(was, change, false)).toEqual({ ...change, confirmed: '' })
  expect(withConfirmation(was, { ...change, confirmed: 'mine' }, true).confirmed).toBe('mine')
  expect(withConfirmation(was, { rule: was.rule }, true)).toEqual({ rule: was.rule })
  expect(isConfirmed({ ...was, ...change })).toBe(false)
  expect(namesOf(['2027', '2027'])).toBe('2027')
})
