/** What agents earn: by tables, and that no split ever loses or makes a unit. */
import { expect, test } from 'vitest'
import { commissionOf, splitSlip, takenBack } from './commission-rules.ts'
import { slipRefused } from './slip-way-rules.ts'

test.each([
  [2_000_000n, 1000, 2000n],
  [1_999_999n, 1000, 1999n],
  [999n, 1000, 0n],
  [1n, 20_000, 0n],
  [50n, 20_000, 1n],
  [2_000_000n, 0, 0n],
])('of %d at %d millionths: %d', (minor, ppm, earned) => expect(commissionOf(minor, ppm)).toBe(earned))

test.each([
  [2000n, 25_000, 50n, 1950n],
  [2000n, 30_000, 60n, 1940n],
  [39n, 25_000, 0n, 39n],
  [40n, 25_000, 1n, 39n],
])('%d gross at %d: %d withheld, %d paid', (gross, ppm, withheld, net) =>
  expect(splitSlip(gross, ppm)).toEqual({ withheld, net }),
)

/** A sequence of numbers that is the same in every run. */
function* numbers(seed: number) {
  for (let at = seed; ; ) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    yield at
  }
}

test('however a purchase goes back in parts, all of its commission is taken back, and never more at a time', () => {
  const random = numbers(20_261_126)
  const next = (below: bigint) => BigInt(random.next().value ?? 0) % below
  for (let round = 0; round < 2000; round++) {
    const [minor, ppm] = [next(9_000_000_000n) + 1n, Number(next(20_001n))]
    let [stands, back] = [minor, 0n]
    while (stands > 0n) {
      const left = next(stands)
      const part = takenBack({ stands, ppm }, left)
      expect(part >= 0n).toBe(true)
      ;[stands, back] = [left, back + part]
      expect(commissionOf(minor, ppm) - back).toBe(commissionOf(stands, ppm))
    }
    expect(back).toBe(commissionOf(minor, ppm))
  }
})

test.each([
  [{ code: 'price_on_hold' }, 'waits'],
  [{ code: 'gold_sold_out' }, 'waits'],
  [{ constraint: 'buying_is_open' }, 'waits'],
  [{ constraint: 'feature_is_on' }, 'waits'],
  [{ code: 'verification_required' }, 'level'],
  [{ code: 'cash_disputed' }, 'disputed'],
  [{ code: 'agreement_required' }, 'agreement'],
  [{ code: 'vault_not_open' }, 'agreement'],
  [{ code: 'balance_too_low' }, null],
  [{ constraint: 'slip_of_a_month' }, null],
] as const)('a slip whose purchase is refused as %o comes to %s', (refused, comes) => {
  expect(slipRefused(refused)).toBe(comes)
})
