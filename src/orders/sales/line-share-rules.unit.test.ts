import { expect, test } from 'vitest'
import { minor, perGram, weight } from '../../money/money.ts'
import { shareSale } from './line-share-rules.ts'
import type { SoldLine } from './sale-rules.ts'

const ask = perGram(2_633_639n)
const bar: SoldLine = {
  ...{ quantity: 1, fineWeight: weight(99_990n), premiumBps: 150, tierBps: 0, making: minor(0n) },
  inGrams: false,
}
const ring: SoldLine = { ...bar, fineWeight: weight(37_500n), premiumBps: 0, making: minor(1_500_000n) }

test('gold goes by weight, premium and making charge to the lines that have them', () => {
  const sale = { gold: 36_209_904n, premium: 395_006n, making: 1_500_000n }
  expect(shareSale(sale, ask, [bar, ring])).toEqual([
    { gold: 26_333_758n, premium: 395_006n, making: 0n },
    { gold: 9_876_146n, premium: 0n, making: 1_500_000n },
  ])
})

test('what was paid in grams brings no gold, and a part that no line explains goes by quantity', () => {
  expect(shareSale({ gold: 7n, premium: 0n, making: 0n }, ask, [{ ...bar, inGrams: true }, ring])).toEqual([
    { gold: 0n, premium: 0n, making: 0n },
    { gold: 7n, premium: 0n, making: 0n },
  ])
  const both = [{ ...ring, quantity: 3 }, ring]
  expect(shareSale({ gold: 0n, premium: 4n, making: 0n }, ask, both).map(({ premium }) => premium)).toEqual([3n, 1n])
})

test('whatever is shared, a return too, the lines sum to it and none has the other sign', () => {
  let state = 20_261_127
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % most
  }
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + upTo(6) }, () => ({
      ...{ quantity: 1 + upTo(9), fineWeight: weight(1n + BigInt(upTo(999_999))), premiumBps: upTo(900) },
      ...{ tierBps: upTo(9_000), making: minor(BigInt(upTo(900_000))), inGrams: upTo(3) === 0 },
    }))
    const sign = upTo(2) === 0 ? 1n : -1n
    const sale = {
      gold: sign * BigInt(upTo(2 ** 31)),
      premium: sign * BigInt(upTo(99)),
      making: sign * BigInt(upTo(7)),
    }
    const shares = shareSale(sale, ask, lines)
    for (const part of ['gold', 'premium', 'making'] as const) {
      expect(shares.reduce((sum, one) => sum + one[part], 0n)).toBe(sale[part])
      expect(shares.every((one) => one[part] * sign >= 0n)).toBe(true)
    }
  }
})
