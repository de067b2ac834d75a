import { expect, test } from 'vitest'
import { breachOf, fineWeightOf, readFineness, standingOf } from './bar-rules.ts'

test.each([
  ['999.9', 9999],
  ['995', 9950],
  ['994.9', null],
  ['1000', null],
  ['999.95', null],
  ['', null],
])('fineness %s is %s', (typed, read) => expect(readFineness(typed)).toBe(read))

test('fine weight is rounded down, by less than a unit', () => {
  expect(fineWeightOf(10_000_000n, 9999)).toBe(9_999_000n)
  expect(fineWeightOf(124_412_000n, 9958)).toBe(123_889_469n)
  expect(fineWeightOf(1n, 9999)).toBe(0n)
})

test.each([
  [{ members: 10n, bars: 10n, pieces: 5n, stock: 5n }, null],
  [
    { members: 11n, bars: 10n, pieces: 0n, stock: 5n },
    { cause: 'vault', owed: 11n, owned: 10n },
  ],
  [
    { members: 10n, bars: 10n, pieces: 6n, stock: 5n },
    { cause: 'assets', owed: 16n, owned: 15n },
  ],
  [{ members: 5n, bars: 10n, pieces: 9n, stock: 5n }, null],
  [{ members: 0n, bars: 0n, pieces: 0n, stock: 0n }, null],
])('%o: %o', (backing, breach) => expect(breachOf(backing)).toEqual(breach))

test.each([
  [
    { members: 0n, pieces: 0n, bars: 10n, stock: 5n },
    { owed: 0n, owned: 15n, ratio: null, room: 10n },
  ],
  [
    { members: 30n, pieces: 3n, bars: 40n, stock: 1n },
    { owed: 33n, owned: 41n, ratio: 12_424n, room: 8n },
  ],
  [
    { members: 30n, pieces: 0n, bars: 40n, stock: 9n },
    { owed: 30n, owned: 49n, ratio: 16_333n, room: 10n },
  ],
  [
    { members: 30n, pieces: 0n, bars: 29n, stock: 9n },
    { owed: 30n, owned: 38n, ratio: 12_666n, room: -1n },
  ],
])('%o stands at %o', (backing, standing) => expect(standingOf(backing)).toEqual(standing))
