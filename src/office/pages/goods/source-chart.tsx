/** Both sources on one scale: what the feed says, what of it is quarantined, and what the second source says. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { SourcePointsView } from '../../price-contract.ts'
import { useOffice } from '../parts/use-office.ts'

const [WIDTH, HEIGHT, EDGE] = [600, 120, 6]
type Point = SourcePointsView['points'][number]

export function SourceChart() {
  const { data } = useOffice<SourcePointsView>('/prices/sources')
  if (!data || data.points.length < 2) return null
  const { points, from } = data
  const placed = place(points, Date.parse(from))
  const of = (kind: Point['kind']) => placed.filter((point) => point.kind === kind)
  const sorted = points.map(({ spot_usd }) => spot_usd).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const text = (spot = '') => formatDecimal(spot, language())
  const second = of('second')
  return (
    <figure className="panel mt-4 p-5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-semibold">{m.prices_both_sources()}</span>
        <span className="text-ink-2">{m.prices_both_text({ low: text(sorted[0]), high: text(sorted.at(-1)) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-32 w-full"
        aria-hidden="true"
      >
        <polyline
          points={lineOf(second)}
          className="fill-none stroke-ink-2"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={lineOf(of('accepted'))}
          className="fill-none stroke-up"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {of('quarantined').map(({ at, x, y }) => (
          <line
            key={at}
            x1={x}
            x2={x}
            y1={y - 3}
            y2={y + 3}
            className="stroke-down"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className="small mt-2 flex flex-wrap gap-x-4 text-ink-2">
        <Key className="bg-up">{m.prices_accepted()}</Key>
        <Key className="bg-down">{m.prices_quarantined()}</Key>
        {second.length > 0 && <Key className="bg-ink-2">{m.prices_second_source()}</Key>}
      </p>
    </figure>
  )
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="flex items-center gap-2">
    <span className={`h-0.5 w-4 ${className}`} aria-hidden="true" />
    {children}
  </span>
)

/** Where each point stands: time from left to right, the lowest price at the bottom. For the eye only, so numbers will do. */
function place(points: Point[], fromMs: number) {
  const prices = points.map(({ spot_usd }) => Number(spot_usd))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const toMs = Date.parse(points.at(-1)?.at ?? '')
  return points.map((point, index) => ({
    ...point,
    x: ((Date.parse(point.at) - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH,
    y: HEIGHT - EDGE - (((prices[index] ?? low) - low) / Math.max(high - low, 1e-6)) * (HEIGHT - 2 * EDGE),
  }))
}

const lineOf = (points: { x: number; y: number }[]) =>
  points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')
