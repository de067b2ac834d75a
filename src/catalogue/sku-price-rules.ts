/** Everything a page says about the price of one piece, from the price of this moment. Pure. */
import {
  type BasisPoints,
  BPS_ONE,
  bps,
  divideDown,
  divideUp,
  type Minor,
  minor,
  type PricePerGram,
  perGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
} from '../money/money.ts'
import { buybackOf, lineTax, methodBpsFor, NO_TIER, type PaymentMethod, unitPrice } from '../pricing/price-rules.ts'
import { settings } from '../settings.ts'
import type { QuantityTier } from '../stores/tier-rules.ts'

/** What is priced; `making` is in the currency of `Rates`, `taxBps` the rate of its store. */
export type Piece = Untaxed & { taxBps: BasisPoints }
type Untaxed = { fineWeight: Weight; premiumBps: BasisPoints; making: Minor }
export type Rates = { spot: PricePerGram; ask: PricePerGram; bid: PricePerGram }

export type PiecePrice = {
  unit: Minor
  tax: Minor
  withTax: Minor
  perGram: PricePerGram
  overSpotBps: BasisPoints
  overAskBps: BasisPoints
  buyback: Minor
}

/** The method whose price is shown before a member chooses one. */
export const LISTED_METHOD: PaymentMethod = 'card'

/**
 * A charge kept in the store's currency, in the currency asked for: by the ratio of the two asks of one tick, rounded
 * up. Orders are always in the store's currency; another one only shows what a price is worth.
 */
export const makingIn = (making: Minor, home: Pick<Rates, 'ask'>, asked: Pick<Rates, 'ask'>): Minor =>
  home.ask === asked.ask ? making : minor(divideUp(making * asked.ask, home.ask))

/** One piece, quantity 1, at the listed method. Per gram is rounded up; shares to the nearest 0.01 %. */
export function piecePrice(piece: Piece, rates: Rates): PiecePrice {
  const unit = unitOf(piece, rates, NO_TIER, LISTED_METHOD)
  const tax = lineTax(unit, piece.taxBps)
  return {
    unit,
    tax,
    withTax: minor(unit + tax),
    perGram: perGram(divideUp(unit * WEIGHT_UNITS_PER_GRAM, piece.fineWeight)),
    overSpotBps: shareAbove(unit * WEIGHT_UNITS_PER_GRAM, piece.fineWeight * rates.spot),
    overAskBps: shareAbove(unit * WEIGHT_UNITS_PER_GRAM, piece.fineWeight * rates.ask),
    buyback: buybackOf(piece.fineWeight, rates.bid),
  }
}

export type TrueCost = {
  goldValue: Minor
  charges: Minor
  spread: Minor
  spreadBps: BasisPoints
  breakEven: PricePerGram
  breakEvenRiseBps: BasisPoints
}

/**
 * What buying and selling back at once would cost. `goldValue + charges` is the unit price; `breakEven` is the smallest
 * bid per gram at which the buyback is no less than what was paid with tax.
 */
export function trueCost(piece: Piece, rates: Rates, { unit, withTax, buyback }: PiecePrice): TrueCost {
  const goldValue = minor(divideDown(piece.fineWeight * rates.ask, WEIGHT_UNITS_PER_GRAM))
  const breakEven = perGram(divideUp(withTax * WEIGHT_UNITS_PER_GRAM, piece.fineWeight))
  return {
    goldValue,
    charges: minor(unit - goldValue),
    spread: minor(withTax - buyback),
    spreadBps: bps(nearest((withTax - buyback) * BPS_ONE, withTax)),
    breakEven,
    breakEvenRiseBps: shareAbove(breakEven, rates.bid),
  }
}

export type Tier = {
  from: number
  to: number | null
  tierBps: BasisPoints
  prices: { method: PaymentMethod; methodBps: BasisPoints; unit: Minor }[]
}

/** The price of one piece before tax at every quantity tier of its store and every method that can be chosen. */
export function tiersOf(piece: Untaxed, rates: Rates, tiers: readonly QuantityTier[]): Tier[] {
  return tiers.map(({ from, offBps }, index) => ({
    from,
    to: tiers[index + 1] ? (tiers[index + 1]?.from ?? 0) - 1 : null,
    tierBps: bps(offBps),
    prices: settings.openMethods.map((method) => ({
      method,
      methodBps: methodBpsFor(method),
      unit: unitOf(piece, rates, bps(offBps), method),
    })),
  }))
}

function unitOf(piece: Untaxed, { ask }: Rates, tierBps: BasisPoints, method: PaymentMethod): Minor {
  const { fineWeight, premiumBps, making } = piece
  return unitPrice({
    fineWeight,
    ask,
    premiumBps,
    making,
    tierBps,
    methodBps: methodBpsFor(method),
  })
}

const shareAbove = (value: bigint, base: bigint): BasisPoints => bps(nearest((value - base) * BPS_ONE, base))

const nearest = (a: bigint, b: bigint): number => Number(divideDown(2n * a + b, 2n * b))
