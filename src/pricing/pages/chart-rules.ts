/** Where a line of prices lies on a chart. Pure; only positions are fractions, never an amount. */

export type Frame = { width: number; height: number; lines: number }

/** The smallest step of 1, 2 or 5 times a power of ten that spans `range` in at most `lines` steps. */
function stepFor(range: bigint, lines: number): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const factor of [1n, 2n, 5n]) if (power * factor * BigInt(lines) >= range) return power * factor
}

type Scale = { from: bigint; to: bigint; ticks: bigint[] }

/** Whole steps around the values, so that every gridline is a round amount. */
export function scaleOf(values: bigint[], lines: number): Scale {
  const low = values.reduce((a, b) => (b < a ? b : a))
  const high = values.reduce((a, b) => (b > a ? b : a))
  const step = stepFor(high - low || 1n, lines - 1)
  const from = (low / step) * step
  const ticks: bigint[] = [from]
  while ((ticks.at(-1) ?? from) < high || ticks.length < 2) ticks.push((ticks.at(-1) ?? from) + step)
  return { from, to: ticks.at(-1) ?? high, ticks }
}

/** The place of `value` between the ends of the scale, 0 at the bottom and 1 at the top, to a tenth of a per mille. */
export const placeOf = (value: bigint, { from, to }: Scale): number =>
  Number(((value - from) * 10_000n) / (to - from)) / 10_000

const PAD_TOP = 10
const PAD_BOTTOM = 30

export const heightOf = (value: bigint, scale: Scale, { height }: Frame): number =>
  round(height - PAD_BOTTOM - placeOf(value, scale) * (height - PAD_BOTTOM - PAD_TOP))

export const acrossOf = (index: number, count: number, { width }: Frame): number =>
  round((index / Math.max(1, count - 1)) * width)

const round = (pixels: number): number => Math.round(pixels * 10) / 10

/** The line through all values, as an SVG path. */
export const lineThrough = (values: bigint[], scale: Scale, frame: Frame): string =>
  values
    .map(
      (value, index) => `${index ? 'L' : 'M'}${acrossOf(index, values.length, frame)} ${heightOf(value, scale, frame)}`,
    )
    .join('')
