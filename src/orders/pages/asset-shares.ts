/** What a member's assets are made of, in whole percents. Pure. */

/**
 * The share of each part, in percents that sum to 100: what rounding down leaves over goes to the largest remainders. All are 0 where
 * there is nothing.
 */
export function sharesOf(parts: readonly bigint[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole <= 0n) return parts.map(() => 0)
  const exact = parts.map((part, place) => ({
    place,
    percent: Number((part * 100n) / whole),
    rest: (part * 100n) % whole,
  }))
  const left = 100 - exact.reduce((sum, { percent }) => sum + percent, 0)
  const lucky = exact
    .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest < b.rest ? 1 : -1))
    .slice(0, left)
    .map(({ place }) => place)
  return exact.map(({ place, percent }) => percent + (lucky.includes(place) ? 1 : 0))
}
