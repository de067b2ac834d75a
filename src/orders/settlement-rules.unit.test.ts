import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bps, divideDown, minor, perGram, weight } from '../money/money.ts'
import { askOf, bidOf } from '../pricing/price-rules.ts'
import { keptOnLeaving, paidFor, type Sold, settleCancellation } from './settlement-rules.ts'

const money = fc.bigInt({ min: 0n, max: 1_000_000_000n }).map(minor)
const price = fc.bigInt({ min: 1n, max: 10_000_000n }).map(perGram)
/** Any order: its goods cost at least what its gold cost, less what a cheaper payment method saves. */
const order: fc.Arbitrary<Sold> = fc
  .record({
    ask: price,
    fineWeight: fc.bigInt({ min: 1n, max: 50_000_000n }).map(weight),
    more: fc.bigInt({ min: -150n, max: 4_000n }),
    delivery: money,
    insurance: money,
    tax: money,
  })
  .map(({ more, ...sold }) => ({
    ...sold,
    goods: minor((sold.fineWeight * sold.ask * (10_000n + more)) / 100_000_000n + 1n),
  }))
const desk = fc.record({ spot: price, up: fc.integer({ min: 0, max: 2000 }), down: fc.integer({ min: -2000, max: 0 }) })
const quoteOf = ({ spot, up, down }: { spot: bigint; up: number; down: number }) => ({
  ask: askOf(perGram(spot), bps(up)),
  bid: bidOf(perGram(spot), bps(down)),
})

test('100,000 cancellations lose no unit, keep no more than 3 %, and never give more than buying and selling back', () => {
  fc.assert(
    fc.property(order, desk, (sold, at) => {
      const now = quoteOf(at)
      const { kept, gain, back } = settleCancellation(sold, now)
      const paid = paidFor(sold)
      expect(back + kept).toBe(paid)
      expect(kept >= 0n && kept * 10_000n <= sold.goods * 300n && gain >= 0n).toBe(true)
      expect(kept === 0n || gain === 0n).toBe(true)
      // Times 10,000, so that nothing is rounded here.
      const rise = sold.fineWeight * (now.bid - sold.ask)
      expect(gain * 10_000n <= (rise > 0n ? rise : 0n)).toBe(true)
      expect(rise <= 0n || rise - gain * 10_000n < 10_000n).toBe(true)
      const fall = sold.fineWeight * (sold.ask - now.ask)
      if (fall > 0n && (kept + 1n) * 10_000n <= sold.goods * 300n)
        expect(kept * 10_000n >= fall && kept * 10_000n - fall < 10_000n).toBe(true)
    }),
    { numRuns: 100_000 },
  )
}, 120_000)

const bar: Sold = {
  ask: perGram(2_633_639n),
  fineWeight: weight(100_000n),
  goods: minor(26_436_469n),
  delivery: minor(35_000n),
  insurance: minor(31_724n),
  tax: minor(0n),
}

// The worked example of docs/decisions/0009.
test.each([
  ['the ask as it was', 2_633_639n, 2_545_000n, { kept: 0n, gain: 0n, back: 26_503_193n }],
  ['a fall of Rp 20,000 a gram', 2_613_639n, 2_525_000n, { kept: 200_000n, gain: 0n, back: 26_303_193n }],
  ['a fall beyond 3 %', 2_500_000n, 2_415_000n, { kept: 793_094n, gain: 0n, capped: true, back: 25_710_099n }],
  ['a rise within the spread', 2_700_000n, 2_610_000n, { kept: 0n, gain: 0n, back: 26_503_193n }],
  ['a bid above the price of the sale', 2_750_000n, 2_660_000n, { kept: 0n, gain: 263_610n, back: 26_503_193n }],
])('%s', (_title, ask, bid, expected) => {
  expect(settleCancellation(bar, { ask: perGram(ask), bid: perGram(bid) })).toMatchObject(expected)
})

test('one unit: a fall is rounded up, a rise is rounded down', () => {
  const crumb = { ...bar, fineWeight: weight(1n), ask: perGram(10_000n), goods: minor(1_000n) }
  expect(settleCancellation(crumb, { ask: perGram(9_999n), bid: perGram(1n) })).toMatchObject({ kept: 1n })
  expect(settleCancellation(crumb, { ask: perGram(30_000n), bid: perGram(19_999n) })).toMatchObject({ gain: 0n })
})

test('leaving later costs 3 % of the goods, never more than the goods', () => {
  fc.assert(
    fc.property(money, (goods) => {
      const kept = keptOnLeaving(goods)
      expect(kept <= goods && kept - divideDown(goods * 3n, 100n) <= 1n).toBe(true)
    }),
  )
})
