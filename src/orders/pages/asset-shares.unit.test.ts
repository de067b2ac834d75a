import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './asset-shares.ts'

test.for([
  [[], []],
  [
    [0n, 0n],
    [0, 0],
  ],
  [
    [1n, 0n],
    [100, 0],
  ],
  [
    [1n, 1n, 1n],
    [34, 33, 33],
  ],
  [
    [2n, 1n, 0n],
    [67, 33, 0],
  ],
  [
    [999n, 1n],
    [100, 0],
  ],
] as const)('%s are shares of %s percent', ([parts, shares]) => {
  expect(sharesOf(parts)).toEqual(shares)
})

test('whatever there is, its shares sum to a hundred, and none is off by a whole percent', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 1, maxLength: 6 }), (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0n)
      const shares = sharesOf(parts)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0n ? 0 : 100)
      for (const [place, part] of parts.entries()) {
        const off = BigInt(shares[place] ?? 0) * whole - part * 100n
        expect(off < whole || whole === 0n).toBe(true)
        expect(-off < whole || whole === 0n).toBe(true)
      }
    }),
  )
})
