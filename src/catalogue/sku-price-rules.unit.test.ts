import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bps, minor, perGram, weight } from '../money/money.ts'
import { buybackOf } from '../pricing/price-rules.ts'
import { tiersOfText } from '../stores/tier-rules.ts'
import { makingIn, type Piece, piecePrice, tiersOf, trueCost } from './sku-price-rules.ts'

const bar: Piece = { fineWeight: weight(100_000n), premiumBps: bps(38), making: minor(0n), taxBps: bps(0) }
const rates = { spot: perGram(2_589_613n), ask: perGram(2_633_639n), bid: perGram(2_544_095n) }

test('the ten gram bar of the design has its numbers', () => {
  const price = piecePrice(bar, rates)
  expect(price).toEqual({
    ...{ unit: 26_436_469n, tax: 0n, withTax: 26_436_469n, perGram: 2_643_647n, buyback: 25_440_950n },
    ...{ overSpotBps: 209, overAskBps: 38 },
  })
  expect(trueCost(bar, rates, price)).toEqual({
    ...{ goldValue: 26_336_390n, charges: 100_079n, spread: 995_519n, spreadBps: 377 },
    ...{ breakEven: 2_643_647n, breakEvenRiseBps: 391 },
  })
})

test('jewellery carries tax, and its break-even counts it', () => {
  const ring: Piece = {
    ...{ fineWeight: weight(38_472n), premiumBps: bps(120), making: minor(624_000n) },
    taxBps: bps(110),
  }
  const price = piecePrice(ring, rates)
  expect(price.withTax).toBe(price.unit + price.tax)
  expect(price.tax).toBe((price.unit * 110n + 9_999n) / 10_000n)
  const { breakEven } = trueCost(ring, rates, price)
  expect(buybackOf(ring.fineWeight, breakEven)).toBeGreaterThanOrEqual(price.withTax)
})

test('whatever the piece, the parts add up and break-even is the smallest bid that pays back', () => {
  const money = (from: bigint, to: bigint) => fc.bigInt({ min: from, max: to })
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 110, 3000),
      ...([
        money(1n, 20_000_000n),
        money(0n, 1_000n),
        money(0n, 9_000_000n),
        money(1_000n, 9_000_000n),
        money(1n, 999n),
      ] as const),
      (tax, fine, premium, making, bid, spread) => {
        const goods = { fineWeight: weight(fine), premiumBps: bps(Number(premium)), making: minor(making) }
        const piece: Piece = { ...goods, taxBps: bps(tax) }
        const at = { spot: perGram(bid + spread / 2n), ask: perGram(bid + spread), bid: perGram(bid) }
        const price = piecePrice(piece, at)
        const cost = trueCost(piece, at, price)
        expect(cost.goldValue + cost.charges).toBe(price.unit)
        expect(cost.charges).toBeGreaterThanOrEqual(0n)
        expect(cost.spread + price.buyback).toBe(price.withTax)
        expect(cost.breakEven * fine).toBeGreaterThanOrEqual(price.withTax * 10_000n)
        expect((cost.breakEven - 1n) * fine).toBeLessThan(price.withTax * 10_000n)
      },
    ),
  )
})

test('tiers begin where the one before ends and never cost more', () => {
  const tiers = tiersOf(bar, rates, tiersOfText('5: 10%; 10: 20%; 25: 30%'))
  expect(tiers.map(({ from, to }) => [from, to])).toEqual([
    [1, 4],
    [5, 9],
    [10, 24],
    [25, null],
  ])
  expect(tiers.map(({ prices }) => prices[0]?.unit)).toEqual([26_436_469n, 26_426_461n, 26_416_453n, 26_406_445n])
})

test('a making charge in another currency follows the asks of one tick, rounded up, and stays as it is in the home currency', () => {
  const [rupiah, cents] = [{ ask: perGram(2_400_000n) }, { ask: perGram(15_000n) }]
  expect(makingIn(minor(624_000n), rupiah, cents)).toBe(3_900n)
  expect(makingIn(minor(624_001n), rupiah, cents)).toBe(3_901n)
  expect(makingIn(minor(624_001n), rupiah, rupiah)).toBe(624_001n)
})
