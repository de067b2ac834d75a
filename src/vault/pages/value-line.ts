/** What is drawn of a member's gold over time. Pure. */
import type { WorthView } from '../contract.ts'

type Close = { at: string; ask: string; bid: string }

/** The worth at the end of each interval as a line, and the places of those in which the member bought. */
export const valueLine = (points: WorthView['points']): { points: Close[]; bought: number[] } => ({
  points: points.map(({ at, worth }) => ({ at, ask: worth, bid: worth })),
  bought: points.flatMap(({ bought }, index) => (bought ? [index] : [])),
})

const DAY_MS = 86_400_000

/** The shortest span that shows a member's gold from its beginning. */
export function spanSince(since: string | null, now: number): '1D' | '1W' | '1M' | '1Y' | 'all' {
  const age = since === null ? Number.POSITIVE_INFINITY : now - Date.parse(since)
  if (age < DAY_MS) return '1D'
  if (age < 7 * DAY_MS) return '1W'
  if (age < 31 * DAY_MS) return '1M'
  return age < 365 * DAY_MS ? '1Y' : 'all'
}
