import { expect, test } from 'vitest'
import { perGram } from '../money/money.ts'
import { openGrams, revalue, unrealised, type Valued } from './revaluation-rules.ts'

const GRAM = 10_000n
const spot = (minor: bigint) => perGram(minor)
const hundred: Valued = { grams: 100n * GRAM, value: 250_000_000n, basis: 200_000_000n }

test('what is sold and not handed over is open no more', () => {
  expect(openGrams({ vault: 30n, stock: 20n, promised: 5n })).toBe(45n)
})

test.each([
  ['the first day: worth what it is', null, 100n, 2_500_000n, [250_000_000n, 250_000_000n, 0n]],
  ['the price rose', hundred, 100n, 2_600_000n, [260_000_000n, 200_000_000n, 60_000_000n]],
  ['it fell below what they came at', hundred, 100n, 1_900_000n, [190_000_000n, 200_000_000n, -10_000_000n]],
  ['grams came: at the spot of the day', hundred, 110n, 2_600_000n, [286_000_000n, 226_000_000n, 60_000_000n]],
  ['grams went: with their share of the result', hundred, 40n, 2_500_000n, [100_000_000n, 80_000_000n, 20_000_000n]],
  ['all went: nothing is left', hundred, 0n, 2_600_000n, [0n, 0n, 0n]],
  ['a store that never had any', null, 0n, 2_600_000n, [0n, 0n, 0n]],
] as const)('%s', (_title, before, grams, price, [value, basis, result]) => {
  const now = revalue(before, grams * GRAM, spot(price))
  expect([now.value, now.basis, unrealised(now)]).toEqual([value, basis, result])
})

test('after nothing grams come at the spot of their day again', () => {
  const none = revalue(hundred, 0n, spot(2_600_000n))
  expect(revalue(none, 10n * GRAM, spot(2_700_000n))).toEqual({
    grams: 10n * GRAM,
    value: 27_000_000n,
    basis: 27_000_000n,
  })
})

test('a position in whose price nothing moves gains and loses nothing but units of rounding, whatever comes and goes', () => {
  let [seed, last] = [20_261_124, null as Valued | null]
  for (let day = 0; day < 1_000; day++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const now = revalue(last, BigInt(seed % 5_000_000), spot(2_633_639n))
    if (now.basis < 0n || unrealised(now) < -BigInt(day + 1) || unrealised(now) > BigInt(day + 1))
      expect.unreachable(`day ${day}: ${Object.values(now)}`)
    last = now
  }
})
