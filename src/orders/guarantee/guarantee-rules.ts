/** What a gold price guarantee holds, and how its amounts add up. Pure; every amount is in minor units of one currency. */
import type { Texts } from '../../catalogue/catalogue-memory.ts'
import {
  type BasisPoints,
  divideUp,
  type Minor,
  minor,
  type PricePerGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
  weight,
} from '../../money/money.ts'
import { lineTax, methodBpsFor, type PaymentMethod, tierBpsFor, unitPrice } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import { namesOf, type TaxNames, type TaxRates, taxBpsOf } from '../../stores/tax-rules.ts'
import type { QuantityTier } from '../../stores/tier-rules.ts'

export type WantedLine = {
  skuId: number
  productId: number
  code: string
  kind: 'bar' | 'coin' | 'jewellery'
  name: Texts
  image: string
  attributes: Record<string, string>
  quantity: number
  grossWeight: Weight
  fineWeight: Weight
  premiumBps: BasisPoints
  making: Minor
  /** Its fine weight is paid in grams. */
  inGrams: boolean
}

export type PricedLine = WantedLine & {
  tierBps: BasisPoints
  methodBps: BasisPoints
  taxBps: BasisPoints
  unit: Minor
  total: Minor
  tax: Minor
}

export type Amounts = { goods: Minor; delivery: Minor; insurance: Minor; tax: Minor; discount: Minor; total: Minor }

/** How a store sells: what more pieces save, how it is paid, and what is taxed. */
type Terms = { tiers: readonly QuantityTier[]; method: PaymentMethod; taxes: TaxRates }

/** Every line at `ask` by the store's terms; the unit price is rounded up once, the line is a whole multiple of it. */
export function priceLines(lines: WantedLine[], ask: PricePerGram, { tiers, method, taxes }: Terms): PricedLine[] {
  const methodBps = methodBpsFor(method)
  return lines.map((line) => {
    const taxBps = taxBpsOf(taxes, line)
    return priced({ ...line, tierBps: tierBpsFor(tiers, line.quantity), methodBps, taxBps }, ask)
  })
}

/** Lines of a guarantee at another ask: by the terms that they were held under, whatever the store's are now. */
export const priceAgain = (lines: PricedLine[], ask: PricePerGram): PricedLine[] =>
  lines.map((line) => priced(line, ask))

function priced(
  line: WantedLine & Pick<PricedLine, 'tierBps' | 'methodBps' | 'taxBps'>,
  ask: PricePerGram,
): PricedLine {
  const unit = unitPrice({ ...line, ask })
  const total = minor(unit * BigInt(line.quantity))
  return { ...line, unit, total, tax: lineTax(total, line.taxBps) }
}

/** What was sold, at another ask: of a line that is paid in grams no gold was sold, and its premium and making charge stay as they were. */
export const priceSold = ({ lines }: { lines: PricedLine[] }, ask: PricePerGram): PricedLine[] =>
  lines.map((line) => (line.inGrams ? line : priced(line, ask)))

/** The sums of an order: total = goods + delivery + insurance + tax − discount, to the unit. */
export function addUp(lines: PricedLine[], charges: { delivery: Minor; insurance: Minor; discount?: Minor }): Amounts {
  const goods = minor(lines.reduce((sum, line) => sum + line.total, 0n))
  const tax = minor(lines.reduce((sum, line) => sum + line.tax, 0n))
  const discount = charges.discount ?? minor(0n)
  const { delivery, insurance } = charges
  return { goods, delivery, insurance, tax, discount, total: minor(goods + delivery + insurance + tax - discount) }
}

/** What the pieces are worth at `ask`, paid in grams or in money: what insurance and courier go by. The gold of a line is rounded up. */
export const worthOf = (lines: PricedLine[], ask: PricePerGram): Minor =>
  minor(
    lines.reduce((sum, { inGrams, fineWeight, quantity, total }) => {
      const gold = inGrams ? divideUp(fineWeight * BigInt(quantity) * ask, WEIGHT_UNITS_PER_GRAM) : 0n
      return sum + total + gold
    }, 0n),
  )

/** The line as grams pay it: the fine weight of bars and coins. Jewellery that is paid in grams would be two sales, with the full tax base. */
export const inGrams = <Line extends Pick<WantedLine, 'kind'>>(line: Line) => ({
  ...line,
  inGrams: line.kind !== 'jewellery',
})

/** Grams that the lines are paid with beside their money. */
export const gramsOf = (lines: { inGrams: boolean; fineWeight: Weight; quantity: number }[]): Weight =>
  fineWeightOf(lines.filter(({ inGrams }) => inGrams))

/** Fine gold that is sold for money: what the house binds itself to at a price. */
export const soldGoldOf = (lines: { inGrams: boolean; fineWeight: Weight; quantity: number }[]): Weight =>
  fineWeightOf(lines.filter(({ inGrams }) => !inGrams))

/** By which rules the lines are taxed. */
export const taxRuleOf = (lines: { inGrams: boolean }[], { rule, in_grams_rule }: TaxNames): string =>
  namesOf([
    ...(lines.some(({ inGrams }) => !inGrams) ? [rule] : []),
    ...(lines.some(({ inGrams }) => inGrams) ? [in_grams_rule] : []),
  ])

const fineWeightOf = (lines: { fineWeight: Weight; quantity: number }[]): Weight =>
  weight(lines.reduce((sum, line) => sum + line.fineWeight * BigInt(line.quantity), 0n))

export const grossWeightOf = (lines: WantedLine[]): Weight =>
  weight(lines.reduce((sum, line) => sum + line.grossWeight * BigInt(line.quantity), 0n))

/** Whether today's ask is enough below the guaranteed one that the member gets it. Source: product.md §4, 0.10 %. */
export const isBetterForMember = (guaranteed: PricePerGram, now: PricePerGram): boolean =>
  now * 10_000n <= guaranteed * (10_000n - BigInt(settings.guarantee.betterBps))

/**
 * Until when the order of a guarantee may be paid by card: some minutes beyond the guarantee, never a term of its own, so that
 * submitting late wins no time. With a scarce piece also no longer than its own bound after `now`. A method whose money takes
 * days (bank transfer) gets a rule beside this one when it opens.
 */
export function payableUntil(
  { expiresAt, now }: { expiresAt: Date; now: Date },
  { scarce, order }: { scarce: boolean; order: { unpaidAfterGuaranteeSeconds: number; unpaidScarceSeconds: number } },
): Date {
  const end = expiresAt.getTime() + order.unpaidAfterGuaranteeSeconds * 1000
  return new Date(scarce ? Math.min(end, now.getTime() + order.unpaidScarceSeconds * 1000) : end)
}
