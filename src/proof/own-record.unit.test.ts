import { expect, test } from 'vitest'
import { compareCounted } from './own-record-rules.ts'

test('a sum is right where it is grams and pieces; where the pieces are not known it is right for nothing, and less than the grams is wrong', () => {
  expect(compareCounted(30n, { gold: 10n, pieces: 20n })).toBe('same')
  expect(compareCounted(29n, { gold: 10n, pieces: 20n })).toBe('differs')
  expect(compareCounted(31n, { gold: 10n, pieces: 20n })).toBe('differs')
  expect(compareCounted(0n, { gold: 0n, pieces: 0n })).toBe('same')
  expect(compareCounted(10n, { gold: 10n, pieces: null })).toBe('open')
  expect(compareCounted(9n, { gold: 10n, pieces: null })).toBe('differs')
})
