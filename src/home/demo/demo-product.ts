/** How the demo's products are written down, and what follows from a weight and a karat. */
import type { NewSku } from '../../catalogue/add-products.ts'
import type { Attributes } from '../../catalogue/attribute-rules.ts'
import { divideDown, divideUp } from '../../money/money.ts'

export type Words = { 'en-US': string; id: string; zh: string }

/** Parts of fine gold in 10,000. 916 and 750 are the hallmarks of 22 and 18 karat. */
const fineness: Record<number, number> = { 24: 9999, 22: 9160, 18: 7500 }
const finenessOf = (karat: number): number => fineness[karat] ?? Math.round((karat * 10_000) / 24)

/** A bar or coin named by its fine content: it weighs as much more as its alloy asks for. `grams` is decimal text. */
export function bullion(
  grams: string,
  {
    premiumBps,
    stock,
    karat = 24,
    scarce = false,
    attributes = {},
  }: Partial<NewSku> & { premiumBps: number; stock: number },
): NewSku {
  const fine = unitsOf(grams)
  const parts = finenessOf(karat)
  const gross = divideUp(fine * 10_000n, BigInt(parts))
  return {
    attributes: { weight: grams, ...attributes },
    ...{ gross, fine, fineness: parts, karat, premiumBps, making: 0n, stock, scarce },
  }
}

/** A jewel named by what it weighs, with a making charge. */
export function jewel(
  grams: string,
  {
    karat,
    making,
    stock,
    premiumBps = 120,
    scarce = false,
    attributes = {},
  }: Partial<NewSku> & { karat: number; making: bigint; stock: number },
): NewSku {
  const gross = unitsOf(grams)
  const parts = finenessOf(karat)
  const fine = divideDown(gross * BigInt(parts), 10_000n)
  return { attributes, gross, fine, fineness: parts, karat, premiumBps, making, stock, scarce }
}

function unitsOf(grams: string): bigint {
  const [whole = '', rest = ''] = grams.split('.')
  return BigInt(whole + rest.padEnd(4, '0'))
}

/** Premium over the kilobar by weight. Source: product.md §3. */
const barPremiums: Record<string, number> = {
  '0.5': 687,
  '1': 256,
  '2': 127,
  '3': 91,
  '5': 62,
  '10': 38,
  '25': 17,
  '50': 10,
  '100': 7,
  '250': 2,
  '500': 0,
  '1000': 0,
}

/** Bars of one make: weight and pieces in stock, `more` basis points above the price table. */
export const bars = (stocks: Record<string, number>, more = 0, attributes: Attributes = {}, scarce = false): NewSku[] =>
  Object.entries(stocks)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([grams, stock]) =>
      bullion(grams, { premiumBps: (barPremiums[grams] ?? 0) + more, stock, attributes, scarce }),
    )
