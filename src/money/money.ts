/** Gold and money as whole numbers. Nothing here rounds unless its name says so, and every name says which way. */

/** Fine or gross gold in whole units of 0.0001 g. */
export type Weight = bigint & { readonly __unit: '0.0001 g' }
/** Money in whole minor units of its ISO 4217 currency: rupiah for IDR, sen for MYR, cents for USD. */
export type Minor = bigint & { readonly __unit: 'minor' }
/** Money in minor units for one gram of fine gold. */
export type PricePerGram = bigint & { readonly __unit: 'minor per gram' }
/** Hundredths of a percent. */
export type BasisPoints = number & { readonly __unit: 'bps' }

export const weight = (units: bigint): Weight => units as Weight
export const minor = (units: bigint): Minor => units as Minor
export const perGram = (units: bigint): PricePerGram => units as PricePerGram
export const bps = (points: number): BasisPoints => points as BasisPoints

/** Digits after the point of each currency. Source: ISO 4217; IDR is used without sen, as everybody in Indonesia does. */
const exponents = { IDR: 0, MYR: 2, USD: 2 } as const
export type Currency = keyof typeof exponents
export const currencies = Object.keys(exponents) as Currency[]
export const isCurrency = (text: string): text is Currency => Object.hasOwn(exponents, text)
export const exponentOf = (currency: Currency): number => exponents[currency]

/** Minor units of one whole rupiah, ringgit, dollar. */
export const minorOfWhole = (currency: Currency): bigint => 10n ** BigInt(exponentOf(currency))

export const WEIGHT_UNITS_PER_GRAM = 10_000n
export const BPS_ONE = 10_000n

/** `a / b` for `b > 0`, rounded towards minus infinity. */
export function divideDown(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a % b < 0n ? quotient - 1n : quotient
}

/** `a / b` for `b > 0`, rounded towards plus infinity. */
export const divideUp = (a: bigint, b: bigint): bigint => -divideDown(-a, b)

/** Decimal text with exactly `places` digits after the point, for example `decimal(12500n, 4)` is `"1.2500"`. */
export function decimal(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The wire form of a weight: grams with four places. */
export const weightText = (value: Weight): string => decimal(value, 4)

/** The wire form of money: major units with the currency's own number of places. */
export const moneyText = (value: Minor | PricePerGram, currency: Currency): string =>
  decimal(value, exponents[currency])

/** The wire form of an amount as it came: of a currency that we do not know, its smallest units. */
export const amountText = (amount: bigint, currency: string): string =>
  isCurrency(currency) ? moneyText(minor(amount), currency) : amount.toString()

/** An amount that somebody will read, in minor units: kept as it is, and written in the reader's language where it is shown. */
export type Amount = { minor: string; currency: string }
export const amountOf = (amount: bigint, currency: string): Amount => ({ minor: String(amount), currency })

export function isAmount(value: unknown): value is Amount {
  const { minor: units, currency } = (value ?? {}) as Partial<Amount>
  return typeof units === 'string' && /^-?\d+$/.test(units) && typeof currency === 'string'
}

/** Whole units of a canonical decimal text, or null when it is not canonical: no sign, exponent, separators, leading zeros or extra places. */
export function parseDecimal(text: string, places: number): bigint | null {
  const match = /^(0|[1-9]\d{0,17})(?:\.(\d+))?$/.exec(text)
  if (!match?.[1] || (match[2]?.length ?? 0) > places) return null
  return BigInt(match[1] + (match[2] ?? '').padEnd(places, '0'))
}
