/** Both sources on one scale: what the feed says, what of it is quarantined, and what the second source says. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useTimes } from '../../kit/pages/use-office.ts'
import type { SourcePointsView } from '../price-contract.ts'

const [WIDTH, HEIGHT, EDGE] = [600, 120, 6]
type Point = SourcePointsView['points'][number]
/** Null until it was read. */
export type Sources = SourcePointsView | null

export const lastOf = ({ points }: SourcePointsView, kind: Point['kind']): Point | undefined =>
  points.findLast((point) => point.kind === kind)

const lines = [
  { kind: 'second', name: m.office_prices_second_source, stroke: 'stroke-ink-2', width: 2, dashed: true },
  { kind: 'accepted', name: m.office_prices_accepted, stroke: 'stroke-up', width: 2, dashed: false },
  { kind: 'quarantined', name: m.office_prices_quarantined, stroke: 'stroke-down', width: 6, dashed: false },
] as const

/** One source has no second line beside it, and the title promises none. */
export const titleOf = (points: Pick<Point, 'kind'>[]) =>
  points.some(({ kind }) => kind === 'second') ? m.office_prices_both_sources() : m.office_prices_one_source()

/** To the cent, which is as exact as a line can be read; the list below has every place. */
export const toCents = (spot: string) => spot.replace(/(\.\d\d)\d+$/, '$1')

export function SourceChart({ sources }: { sources: Sources }) {
  const { second } = useTimes()
  if (!sources || sources.points.length < 2) return null
  const { points } = sources
  const placed = place(points)
  const sorted = points.map(({ spot_usd }) => spot_usd).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const text = (spot = '') => formatDecimal(toCents(spot), language())
  const drawn = lines.filter(({ kind }) => points.some((point) => point.kind === kind))
  return (
    <figure className="panel mt-4 p-5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-semibold">{titleOf(points)}</span>
        <span className="text-ink-2">
          {m.office_prices_both_text({ low: text(sorted[0]), high: text(sorted.at(-1)) })}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-32 w-full border-y border-line"
        aria-hidden="true"
      >
        {drawn.map(({ kind, stroke, width, dashed }) => (
          <path
            key={kind}
            d={pathOf(placed, kind)}
            className={`fill-none ${stroke}`}
            strokeWidth={width}
            strokeLinecap="round"
            strokeDasharray={dashed ? '1 5' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className="small mt-1 flex justify-between gap-4 text-ink-2">
        <span>{second(points[0]?.at ?? '')}</span>
        <span className="text-right">{second(points.at(-1)?.at ?? '')}</span>
      </p>
      <ul className="small mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {drawn.map(({ kind, name, stroke, width, dashed }) => (
          <li key={kind} className="flex items-center gap-2">
            <svg viewBox="0 0 16 2" className="w-4 overflow-visible" aria-hidden="true">
              <path
                d="M0 1H16"
                className={stroke}
                strokeWidth={width}
                strokeLinecap="round"
                strokeDasharray={dashed ? '1 5' : undefined}
              />
            </svg>
            {name()}
            <span className="text-ink-2">USD {text(lastOf(sources, kind)?.spot_usd)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

type Placed = { kind: Point['kind']; x: number; y: number }

/** Where each point stands: time from left to right, the lowest price at the bottom. For the eye only, so numbers will do. */
function place(points: Point[]): Placed[] {
  const prices = points.map(({ spot_usd }) => Number(spot_usd))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const times = points.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return points.map(({ kind }, index) => ({
    kind,
    x: (((times[index] ?? first) - first) / Math.max(1, last - first)) * WIDTH,
    y: HEIGHT - EDGE - (((prices[index] ?? low) - low) / Math.max(high - low, 1e-6)) * (HEIGHT - 2 * EDGE),
  }))
}

/** The feed's own points change between accepted and quarantined: a line ends where the other begins. */
function pathOf(placed: Placed[], kind: Point['kind']): string {
  const own = placed.filter((point) => (point.kind === 'second') === (kind === 'second'))
  return own
    .flatMap((point, place) => {
      if (point.kind !== kind) return []
      const goesOn = own[place - 1]?.kind === kind
      return `${goesOn ? 'L' : 'M'}${Math.round(point.x)} ${Math.round(point.y)}${goesOn ? '' : 'h0.5'}`
    })
    .join('')
}
