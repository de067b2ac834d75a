import { expect, test } from 'vitest'
import { hindranceOf } from './cart-hindrance.ts'

const cart = {
  ...({ currency: 'IDR', left_today: '50000000', most_fine_weight: '1000.0000' } as const),
  price: { state: 'live' } as const,
}
const line = { line_total: '49000000', tax: '1000000', fine_weight: '10.0000', quantity: 1 }

test.each([
  ['nothing is chosen', cart, [], 'nothing_chosen'],
  ['a day that is used to the unit', cart, [line], null],
  ['one unit more', cart, [{ ...line, tax: '1000001' }], 'over_day'],
  ['two lines together', cart, [line, { ...line, line_total: '1', tax: '0' }], 'over_day'],
  ['nothing left of the day', { ...cart, left_today: '0' }, [line], 'day_reached'],
  ['no limit of the day', { ...cart, left_today: null }, [{ ...line, quantity: 100 }], null],
  ['a gram too much', { ...cart, left_today: null }, [{ ...line, quantity: 101 }], 'too_heavy'],
  ['no limit at all', { ...cart, left_today: null, most_fine_weight: null }, [{ ...line, quantity: 101 }], null],
  ['no price', { ...cart, price: { state: 'stale' } as const }, [line], 'price'],
  ['a closed market sells', { ...cart, price: { state: 'closed' } as const }, [line], null],
] as const)('%s', (_title, of, chosen, expected) => {
  expect(hindranceOf(of, [...chosen])).toBe(expected)
})
