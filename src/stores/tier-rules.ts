/** Quantity tiers as a store says them: "5: 10%; 10: 20%", from how many pieces which share of premium and making charge is taken off. Pure. */
import { problem } from '../locale/field-rules.ts'

export type QuantityTier = { from: number; offBps: number }

const MOST_TIERS = 6
/** The cart takes no more of one sku. */
const MOST_PIECES = 100
const MOST_OFF_BPS = 9000
const ONE = /^(\d{1,3})\s*:\s*(\d{1,2})(?:[.,](\d{1,2}))?\s*%$/

/** The first is always one piece at nothing off. What was never accepted by `faultOfTiers` is no tiers. */
export const tiersOfText = (text: string): QuantityTier[] => [{ from: 1, offBps: 0 }, ...(read(text) ?? [])]

/** As they are kept: "5: 10%; 10: 12.5%"; what cannot be read stays as it was typed. */
export function tidyTiers(text: string): string {
  const tiers = read(text)
  return tiers ? textOfTiers(tiers) : text.trim()
}

export const textOfTiers = (tiers: readonly QuantityTier[]): string =>
  tiers.map(({ from, offBps }) => `${from}: ${offBps / 100}%`).join('; ')

/** Each from more pieces than the one before it, and each with more off: who buys more never pays more for a piece. */
export function faultOfTiers(text: string): string | null {
  const tiers = read(text)
  if (!tiers) return problem('tiers')
  if (tiers.length > MOST_TIERS) return problem('tiers_many', { n: MOST_TIERS })
  if (tiers.some(({ from }) => from < 2 || from > MOST_PIECES)) return problem('tiers_from', { n: MOST_PIECES })
  if (tiers.some(({ offBps }) => offBps < 1 || offBps > MOST_OFF_BPS))
    return problem('tiers_off', { n: MOST_OFF_BPS / 100 })
  const rises = tiers.every(({ from, offBps }, place) => {
    const before = tiers[place - 1]
    return !before || (from > before.from && offBps > before.offBps)
  })
  return rises ? null : problem('tiers_rise')
}

function read(text: string): QuantityTier[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  const tiers = parts.flatMap((part) => {
    const found = ONE.exec(part)
    return found
      ? [{ from: Number(found[1]), offBps: Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0')) }]
      : []
  })
  return tiers.length === parts.length ? tiers : null
}
