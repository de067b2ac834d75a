/** What agents earn, to the unit. Pure. Source: product.md §8, decision 0127. */

const MILLION = 1_000_000n

/** What a purchase of so many minor units earns at so many millionths; rounded down. */
export const commissionOf = (minor: bigint, ppm: number): bigint => (minor * BigInt(ppm)) / MILLION

type Earned = { stands: bigint; ppm: number }

/** What is taken back when less of a purchase stands: what the rest earns stays, so that the last part takes what rounding had left. */
export const takenBack = ({ stands, ppm }: Earned, left: bigint): bigint =>
  commissionOf(stands, ppm) - commissionOf(left, ppm)

/** What is withheld of a slip and what is paid; the tax is rounded down. */
export function splitSlip(gross: bigint, withheldPpm: number): { withheld: bigint; net: bigint } {
  const withheld = (gross * BigInt(withheldPpm)) / MILLION
  return { withheld, net: gross - withheld }
}

export const commissionStates = ['pending', 'disputed', 'due', 'paid', 'reversed'] as const
export type CommissionState = (typeof commissionStates)[number]
