import { expect, test } from 'vitest'
import { cutDecimal, parseKeepingDigits, pointAt } from './decimal-text.ts'

test('numbers keep the digits that a float would lose', () => {
  expect(parseKeepingDigits('{"price": 4366.12345678901234567890, "big": 9007199254740993}')).toEqual({
    price: '4366.12345678901234567890',
    big: '9007199254740993',
  })
})

test('a pointer reaches into objects and lists, through escaped names, and never to what is inherited', () => {
  const document = { data: [{ 'a/b': { '~c': '7' } }], price: '1' }
  expect(pointAt(document, '/data/0/a~1b/~0c')).toBe('7')
  expect(pointAt(document, '/price')).toBe('1')
  expect(pointAt(document, '/data/1')).toBeUndefined()
  expect(pointAt(document, '/price/length')).toBeUndefined()
  expect(pointAt(document, '/constructor')).toBeUndefined()
})

test.each([
  ['4366.1234567', 4_366_123_456n],
  ['4366', 4_366_000_000n],
  ['0.0000001', 0n],
])('%s is cut to millionths', (text, expected) => {
  expect(cutDecimal(text, 6)).toBe(expected)
})

test.each([
  '',
  '-1',
  '+1',
  '1e3',
  '1,000',
  ' 1',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  'undefined',
  'null',
  '１',
  '9'.repeat(16),
])('%j is no price', (text) => {
  expect(cutDecimal(text, 6)).toBeNull()
})
