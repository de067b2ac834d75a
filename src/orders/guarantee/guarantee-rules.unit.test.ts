import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bps, divideDown, minor, perGram, weight } from '../../money/money.ts'
import { askOf, bidOf, buybackOf, unitPrice } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import { firstTaxes } from '../../stores/tax-rules.ts'
import { addUp, isBetterForMember, payableUntil, priceLines, type WantedLine } from './guarantee-rules.ts'

const line = fc.record({
  skuId: fc.integer({ min: 1, max: 500 }),
  quantity: fc.integer({ min: 1, max: 100 }),
  kind: fc.constantFrom('bar', 'coin', 'jewellery'),
  fineWeight: fc.bigInt({ min: 1n, max: 10_000_000n }).map(weight),
  premiumBps: fc.integer({ min: 0, max: 3000 }).map(bps),
  making: fc.bigInt({ min: 0n, max: 50_000_000n }).map(minor),
})
const wanted = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) =>
  lines.map((one) => ({
    ...one,
    productId: 1,
    code: 'x',
    name: {},
    image: '',
    attributes: {},
    grossWeight: one.fineWeight,
  })),
) as fc.Arbitrary<WantedLine[]>
const ask = fc.bigInt({ min: 1n, max: 10_000_000n }).map(perGram)
const money = fc.bigInt({ min: 0n, max: 1_000_000_000n }).map(minor)

test('the total of any cart is the sum of its lines, delivery, insurance and tax less the discount, to the unit', () => {
  fc.assert(
    fc.property(wanted, ask, money, money, (lines, at, delivery, insurance) => {
      const priced = priceLines(lines, at, { tiers: settings.quantityTiers, method: 'card', taxes: firstTaxes })
      const sums = addUp(priced, { delivery, insurance })
      const byHand = priced.reduce((sum, one) => sum + one.unit * BigInt(one.quantity) + one.tax, 0n)
      expect(sums.total).toBe(byHand + delivery + insurance)
      expect(sums.total).toBe(sums.goods + sums.delivery + sums.insurance + sums.tax - sums.discount)
    }),
    { numRuns: 100_000 },
  )
}, 60_000)

test('a piece bought and sold back at one price never gains, whatever the spread', () => {
  fc.assert(
    fc.property(
      line,
      ask,
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: -2000, max: 0 }),
      (one, spot, up, down) => {
        const paid = unitPrice({
          ...one,
          ask: askOf(spot, bps(up)),
          tierBps: bps(0),
          methodBps: bps(0),
        })
        expect(buybackOf(one.fineWeight, bidOf(spot, bps(down)))).toBeLessThanOrEqual(paid)
      },
    ),
    { numRuns: 20_000 },
  )
})

test('a unit price is rounded up, by less than one unit', () => {
  fc.assert(
    fc.property(line, ask, (one, at) => {
      const unit = unitPrice({ ...one, ask: at, tierBps: bps(0), methodBps: bps(0) })
      const exactTimes1e8 = one.fineWeight * at * (10_000n + BigInt(one.premiumBps)) + one.making * 100_000_000n
      expect(unit * 100_000_000n).toBeGreaterThanOrEqual(exactTimes1e8)
      expect(unit - divideDown(exactTimes1e8, 100_000_000n)).toBeLessThanOrEqual(1n)
    }),
  )
})

test('the reference bar of 10 g at Rp 2,633,639 with 0.38 % premium costs Rp 26,436,469', () => {
  const bar = { fineWeight: weight(100_000n), ask: perGram(2_633_639n), premiumBps: bps(38), making: minor(0n) }
  expect(unitPrice({ ...bar, tierBps: bps(0), methodBps: bps(0) })).toBe(26_436_469n)
})

test('a price is given to the member from 0.10 % on, not before', () => {
  const guaranteed = perGram(1_000_000n)
  expect(isBetterForMember(guaranteed, perGram(999_000n))).toBe(true)
  expect(isBetterForMember(guaranteed, perGram(999_001n))).toBe(false)
  expect(isBetterForMember(guaranteed, perGram(1_010_000n))).toBe(false)
})

test('the time to pay follows the guarantee; a scarce piece waits 15 minutes at most', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const until = (minutesLeft: number, scarce: boolean) =>
    (payableUntil(
      { expiresAt: new Date(now.getTime() + minutesLeft * 60_000), now },
      { scarce, order: settings.order },
    ).getTime() -
      now.getTime()) /
    60_000
  expect([until(10, false), until(1, false), until(60, false)]).toEqual([15, 6, 65])
  expect([until(10, true), until(1, true), until(60, true)]).toEqual([15, 6, 15])
})
