/** How a spot price becomes the dealer's two prices, and a price per gram the price of a piece. Pure. */
import {
  type BasisPoints,
  BPS_ONE,
  type Currency,
  divideDown,
  divideUp,
  exponentOf,
  type Minor,
  minor,
  type PricePerGram,
  perGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
} from '../money/money.ts'
import { settings } from '../settings.ts'
import type { QuantityTier } from '../stores/tier-rules.ts'

/**
 * `closed`: the market's last close, sold at with the spread for a closed market; `stale`: too old; `quarantined`: the feed says what
 * nobody else vouches for; `halted`: by staff.
 */
export const priceStates = ['live', 'closed', 'stale', 'quarantined', 'halted'] as const
export type PriceState = (typeof priceStates)[number]

/** Whether a store sells while its price is in this state. */
export const sellsIn = (state: PriceState): boolean => state === 'live' || state === 'closed'

/** What part of an amount that is allowed in a live market is allowed in this state, rounded down. */
export const limitIn = (state: PriceState, limit: bigint): bigint =>
  state === 'closed' ? divideDown(limit * BigInt(settings.price.closedLimitBps), BPS_ONE) : limit

const E6 = 1_000_000n

/** Spot in minor units of `currency` per gram, rounded down; `spotUsdE6` in millionths of a dollar per gram, `rateE6` in millionths of the currency per dollar. */
export const spotIn = (currency: Currency, spotUsdE6: bigint, rateE6: bigint): PricePerGram =>
  perGram(divideDown(spotUsdE6 * rateE6 * 10n ** BigInt(exponentOf(currency)), E6 * E6))

/** What a member pays for one gram: spot plus the ask spread, rounded up. */
export const askOf = (spot: PricePerGram, askBps: BasisPoints): PricePerGram =>
  perGram(divideUp(spot * (BPS_ONE + BigInt(askBps)), BPS_ONE))

/** What the dealer pays for one gram: spot less the bid spread (`bidBps` is negative), rounded down. */
export const bidOf = (spot: PricePerGram, bidBps: BasisPoints): PricePerGram =>
  perGram(divideDown(spot * (BPS_ONE + BigInt(bidBps)), BPS_ONE))

export type PaymentMethod = keyof typeof settings.methodBps

/** Everything the price of one piece depends on; an order line keeps it for ever. */
export type PriceInputs = {
  fineWeight: Weight
  ask: PricePerGram
  premiumBps: BasisPoints
  making: Minor
  /** Share of premium and making charge that the quantity saves. */
  tierBps: BasisPoints
  /** Added to the whole by the payment method; negative for the cheaper ones. */
  methodBps: BasisPoints
  /** The fine weight is paid in grams: the price is premium and making charge alone. */
  inGrams?: boolean
}

/**
 * The price of one piece before tax: fine weight × ask × (1 + premium) + making charge, with premium and making cut by
 * the quantity tier, and the whole moved by the payment method. Rounded once, up to a whole minor unit, in the house's favour.
 * Source: docs/decisions/0003-prices.md.
 */
export function unitPrice({
  fineWeight,
  ask,
  premiumBps,
  making,
  tierBps,
  methodBps,
  inGrams = false,
}: PriceInputs): Minor {
  const kept = BPS_ONE - BigInt(tierBps)
  const gold = fineWeight * ask * ((inGrams ? 0n : BPS_ONE * BPS_ONE) + BigInt(premiumBps) * kept)
  const charges = making * kept * BPS_ONE * WEIGHT_UNITS_PER_GRAM
  return minor(
    divideUp((gold + charges) * (BPS_ONE + BigInt(methodBps)), BPS_ONE * BPS_ONE * WEIGHT_UNITS_PER_GRAM * BPS_ONE),
  )
}

/** One piece alone saves nothing. */
export const NO_TIER = 0 as BasisPoints

/** The share that `quantity` pieces of one sku save on premium and making charge. */
export const tierBpsFor = (tiers: readonly QuantityTier[], quantity: number): BasisPoints =>
  (tiers.findLast((tier) => quantity >= tier.from)?.offBps ?? 0) as BasisPoints

export const methodBpsFor = (method: PaymentMethod): BasisPoints => settings.methodBps[method] as number as BasisPoints

/** What the dealer would pay for a piece now: its fine weight at the bid, rounded down. */
export const buybackOf = (fineWeight: Weight, bid: PricePerGram): Minor =>
  minor(divideDown(fineWeight * bid, WEIGHT_UNITS_PER_GRAM))

/** Tax on a line at the rate of its store (stores/tax-rules.ts), rounded up. Source: product.md §9. */
export const lineTax = (lineTotal: Minor, taxBps: BasisPoints): Minor =>
  minor(divideUp(lineTotal * BigInt(taxBps), BPS_ONE))

/** Kinds of gold that the table of prices names, finest first. */
export const karats = [24, 22, 21, 18, 17, 16, 14, 10, 9, 8] as const
const FINE_KARAT = 24n

/** What a member pays for one gram of gold of `karat`: its share of the fine ask, rounded up. */
export const askOfKarat = (ask: PricePerGram, karat: number): PricePerGram =>
  perGram(divideUp(ask * BigInt(karat), FINE_KARAT))

/** What the dealer pays for one gram of gold of `karat`: its share of the fine bid, rounded down. */
export const bidOfKarat = (bid: PricePerGram, karat: number): PricePerGram =>
  perGram(divideDown(bid * BigInt(karat), FINE_KARAT))

/** How far a price moved, in hundredths of a percent, cut towards zero. */
export const moveBps = (from: PricePerGram, to: PricePerGram): bigint => ((to - from) * BPS_ONE) / from
