/** What an agent typed is what is prepared, to the sen. */
import { expect, test } from 'vitest'
import { readValue } from './typed-value-rules.ts'

test.each([
  ['250.50', 'amount', 'MYR', '250.50'],
  ['1,250.5', 'amount', 'MYR', '1250.5'],
  ['250,50', 'amount', 'MYR', '250.50'],
  ['1.000.000', 'amount', 'IDR', '1000000'],
  ['1 000 000', 'amount', 'IDR', '1000000'],
  ['250.50', 'amount', 'IDR', null],
  ['1,25', 'weight', 'IDR', '1.25'],
  ['0.0001', 'weight', 'MYR', '0.0001'],
  ['0.00', 'amount', 'MYR', null],
  ['', 'weight', 'IDR', null],
] as const)('%s by %s in %s is %s', (typed, by, currency, wire) => expect(readValue(typed, by, currency)).toBe(wire))
