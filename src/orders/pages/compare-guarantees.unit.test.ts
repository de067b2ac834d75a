import { expect, test } from 'vitest'
import type { GuaranteeView } from '../contract.ts'
import { compareGuarantees, isSamePrice } from './compare-guarantees.ts'

const guarantee = (total: string, lines: [sku: number, total: string][]): GuaranteeView =>
  ({
    currency: 'MYR',
    total,
    lines: lines.map(([sku_id, line_total]) => ({ sku_id, name: `sku ${sku_id}`, quantity: 2, line_total })),
  }) as GuaranteeView

test('names old, new and difference per line and in total, exact to the unit', () => {
  const moved = compareGuarantees(
    guarantee('90071992547409.91', [
      [1, '100.10'],
      [2, '5.00'],
    ]),
    guarantee('90071992547409.92', [
      [1, '100.00'],
      [2, '5.11'],
    ]),
  )
  expect(moved).toMatchObject({ old_total: '90071992547409.91', new_total: '90071992547409.92', difference: '0.01' })
  expect(moved.changes.map(({ sku_id, old, new: now, difference }) => [sku_id, old, now, difference])).toEqual([
    [1, '100.10', '100.00', '-0.10'],
    [2, '5.00', '5.11', '0.11'],
  ])
  expect(isSamePrice(moved)).toBe(false)
})

test('says that nothing moved only when no line moved, whatever the total', () => {
  const old = guarantee('10.00', [
    [1, '4.00'],
    [2, '6.00'],
  ])
  expect(isSamePrice(compareGuarantees(old, old))).toBe(true)
  const swapped = guarantee('10.00', [
    [1, '6.00'],
    [2, '4.00'],
  ])
  expect(isSamePrice(compareGuarantees(old, swapped))).toBe(false)
})
