import { expect, test } from 'vitest'
import { firstSettings } from '../../stores/setting-rules.ts'
import { mostCash, tidySlip, whyNotTaken } from './counter-rules.ts'

const off = firstSettings.pay_counter
const cash = { ...off, cash: 'on' }
const below = { IDR: 500_000_000n, MYR: 2_500_000n, USD: 1_000_000n }
const idr = { currency: 'IDR', of: 'IDR', total: 20_000_000n } as const

test('nothing is taken where a store has said nothing', () => {
  expect(whyNotTaken({ ...idr, said: off, method: 'counter_cash' })).toBe('not_offered')
  expect(whyNotTaken({ ...idr, said: off, method: 'counter_card' })).toBe('not_offered')
})

test.each([
  [{}, 'counter_cash', null],
  [{}, 'counter_card', 'not_offered'],
  [{ terminal: 'on' }, 'counter_card', null],
  [{ least: 20_000_000 }, 'counter_cash', null],
  [{ least: 20_000_001 }, 'counter_cash', 'too_little'],
  [{ most: 20_000_000 }, 'counter_cash', null],
  [{ most: 19_999_999 }, 'counter_cash', 'too_much'],
] as const)('%o: %s is %s', (more, method, why) =>
  expect(whyNotTaken({ ...idr, said: { ...cash, ...more }, method })).toBe(why),
)

test('whole units are those of the store, whose own money alone is taken, and nothing is never paid', () => {
  const own = { said: { ...cash, most: 100 }, currency: 'MYR', method: 'counter_cash' } as const
  expect(whyNotTaken({ ...own, of: 'MYR', total: 100_00n })).toBeNull()
  expect(whyNotTaken({ ...own, of: 'MYR', total: 100_01n })).toBe('too_much')
  expect(whyNotTaken({ ...own, of: 'USD', total: 1_00n })).toBe('not_offered')
  expect(whyNotTaken({ ...own, of: 'MYR', total: 0n })).toBe('not_offered')
})

test('cash of a day stays below what is reported, whatever a store sets', () => {
  expect(mostCash({ said: cash, currency: 'IDR' }, below)).toBe(499_999_999n)
  expect(mostCash({ said: { ...cash, cash_day: 100_000_000 }, currency: 'IDR' }, below)).toBe(100_000_000n)
  expect(mostCash({ said: { ...cash, cash_day: 900_000_000 }, currency: 'IDR' }, below)).toBe(499_999_999n)
  expect(mostCash({ said: { ...cash, cash_day: 25_000 }, currency: 'MYR' }, below)).toBe(2_499_999n)
})

test('a slip is the same however it is typed', () => {
  expect(tidySlip(' 6331-2345.0a ')).toBe('633123450A')
})
