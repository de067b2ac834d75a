/** What the money of a sale was paid for. Pure. Amounts in minor units of the order's currency. */
import {
  BPS_ONE,
  divideDown,
  type Minor,
  type PricePerGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
} from '../../money/money.ts'

/** What an order line keeps of its price (pricing/price-rules.ts); the share of the payment method is in every part alike. */
export type SoldLine = {
  quantity: number
  fineWeight: Weight
  premiumBps: number
  tierBps: number
  making: Minor
  /** Its gold was paid in grams, and is no sale. */
  inGrams: boolean
}

export type Sale = { gold: bigint; premium: bigint; making: bigint }

export const nothingSold: Sale = { gold: 0n, premium: 0n, making: 0n }

export const sumOfSale = ({ gold, premium, making }: Sale): bigint => gold + premium + making

export const isNothing = ({ gold, premium, making }: Sale): boolean => gold === 0n && premium === 0n && making === 0n

/** What is sold now and was not yet; negative where it became less. */
export const changeOfSale = (from: Sale, to: Sale): Sale => ({
  gold: to.gold - from.gold,
  premium: to.premium - from.premium,
  making: to.making - from.making,
})

/**
 * Splits `sold`, the money for all lines less discount and returns, by what the lines are made of at the order's ask: premium and
 * making charge as the quantity left them, rounded down, and gold the rest, so that the parts are exactly `sold`; nothing is gold where all of
 * it was paid in grams.
 */
export function splitSale(sold: bigint, ask: PricePerGram, lines: readonly SoldLine[]): Sale {
  const sum = (of: (line: SoldLine) => bigint) =>
    lines.reduce((all, line) => all + of(line) * BigInt(line.quantity), 0n)
  const kept = ({ tierBps }: SoldLine) => BPS_ONE - BigInt(tierBps)
  const gold = sum(({ fineWeight, inGrams }) => (inGrams ? 0n : fineWeight * ask * BPS_ONE * BPS_ONE))
  const premium = sum((line) => line.fineWeight * ask * BigInt(line.premiumBps) * kept(line))
  const making = sum((line) => line.making * kept(line) * BPS_ONE * WEIGHT_UNITS_PER_GRAM)
  const all = gold + premium + making
  const share = (part: bigint) => (all === 0n ? 0n : divideDown(sold * part, all))
  const ofMaking = share(making)
  // Where no gold was sold, what rounding leaves is premium.
  const ofPremium = gold === 0n ? sold - ofMaking : share(premium)
  return { gold: sold - ofPremium - ofMaking, premium: ofPremium, making: ofMaking }
}
