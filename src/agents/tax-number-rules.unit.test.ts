/** Tax numbers: which are one, and which are the same. */
import { expect, test } from 'vitest'
import { checkTaxNumber, isNumberOf } from './tax-number-rules.ts'

test.each([
  ['ID', '012345678071000', true],
  ['ID', '3171054203880001', true],
  ['ID', '1234567890123456', false],
  ['ID', '12345', false],
  ['MY', 'IG12345678901', true],
  ['MY', '012345678071000', false],
])('in %s %s is one: %s', (country, number, isOne) => expect(isNumberOf(country, number)).toBe(isOne))

test.each([
  [null, ['1'], 'none'],
  ['012345678071000', [], 'unknown'],
  ['012345678071000', ['0012345678071000'], 'same'],
  ['3171054203880001', ['012345678071000', '3171054203880001'], 'same'],
  ['012345678071000', ['3171054203880001'], 'other'],
] as const)('%s beside %s: %s', (told, kept, is) => expect(checkTaxNumber(told, kept)).toBe(is))
