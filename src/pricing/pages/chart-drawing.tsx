/** The line of prices as a picture: what a page shows first, without script, and until somebody wants to look closer. */
import { useId } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { formatDecimal } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { axisLabel } from './axis-label.ts'
import { acrossOf, type Frame, heightOf, lineThrough, scaleOf } from './chart-rules.ts'
import type { Point, Range } from './price-ranges.ts'

export type Shows = 'ask' | 'bid' | 'both'
type Props = {
  points: Point[]
  range: Range
  shows: Shows
  /** Yesterday's closing ask in wire form, where it belongs to what is shown. */
  close: string | null
  currency: string
  /** Places of points with a ring: what the member did there. */
  rings?: number[]
  /** Stands beside something else, where there is room for two columns. */
  column?: boolean
}
type Sized = Frame & { full: number; labels: number }

const wide: Sized = { full: 860, width: 786, height: 300, lines: 4, labels: 5 }
const half: Sized = { full: 600, width: 532, height: 250, lines: 4, labels: 4 }
const phone: Sized = { full: 350, width: 282, height: 210, lines: 3, labels: 3 }

/** Drawn once for a phone and once for a wide screen: which one is seen is decided without script. */
export const ChartDrawing = (props: Props) => (
  <>
    <Drawing {...props} frame={props.column ? half : wide} className="max-md:hidden" />
    <Drawing {...props} frame={phone} className="md:hidden" />
  </>
)

function Drawing({
  points,
  range,
  shows,
  close,
  currency,
  rings = [],
  frame,
  className,
}: Props & { frame: Sized; className: string }) {
  const fill = useId()
  const units = (which: 'ask' | 'bid') => points.map((point) => minorOf(point[which], currency))
  const values = units(shows === 'bid' ? 'bid' : 'ask')
  const below = shows === 'both' ? units('bid') : []
  const closed = close === null ? null : minorOf(close, currency)
  const scale = scaleOf([...values, ...below, ...(closed === null ? [] : [closed])], frame.lines)
  const line = lineThrough(values, scale, frame)
  const floor = frame.height - 30
  return (
    <svg className={`chart ${className}`} viewBox={`0 0 ${frame.full} ${frame.height}`} aria-hidden="true">
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="[stop-color:var(--gold)] [stop-opacity:.2]" />
          <stop offset="1" className="[stop-color:var(--gold)] [stop-opacity:0]" />
        </linearGradient>
      </defs>
      {scale.ticks.map((tick) => (
        <g key={tick.toString()}>
          <path className="chart-grid" d={`M0 ${heightOf(tick, scale, frame)}H${frame.width}`} />
          <text x={frame.full} y={heightOf(tick, scale, frame) + 4} textAnchor="end">
            {formatDecimal(wireMoney(tick, currency), language())}
          </text>
        </g>
      ))}
      {closed !== null && <path className="chart-close" d={`M0 ${heightOf(closed, scale, frame)}H${frame.width}`} />}
      <path fill={`url(#${fill})`} d={`${line}L${frame.width} ${floor}L0 ${floor}Z`} />
      {below.length > 0 && <path className="chart-bid" d={lineThrough(below, scale, frame)} />}
      <path className="chart-line" d={line} />
      {closed !== null && (
        <CloseName
          at={heightOf(closed, scale, frame)}
          above={endsBelow(values, closed)}
          frame={frame}
          close={close ?? ''}
        />
      )}
      {rings.map((index) => (
        <circle
          key={index}
          className="chart-ring"
          r="4.5"
          cx={acrossOf(index, points.length, frame)}
          cy={heightOf(values[index] ?? scale.to, scale, frame)}
        />
      ))}
      <circle className="chart-end" r="6" cx={frame.width} cy={heightOf(values.at(-1) ?? scale.to, scale, frame)} />
      <TimeAxis points={points} range={range} frame={frame} />
    </svg>
  )
}

/** Whether the line's last third, where the name stands, runs mostly below the close. */
function endsBelow(values: bigint[], close: bigint): boolean {
  const end = values.slice(-Math.ceil(values.length / 3))
  return end.filter((value) => value < close).length * 2 > end.length
}

/** Over the line, which it would otherwise be crossed by. */
const CloseName = ({ at, above, frame, close }: { at: number; above: boolean; frame: Sized; close: string }) => (
  <text className="chart-halo" x={frame.width - 12} y={above ? at - 8 : at + 16} textAnchor="end">
    {m.pricing_fact_close()} {formatDecimal(close, language())}
  </text>
)

function TimeAxis({ points, range, frame }: { points: Point[]; range: Range; frame: Sized }) {
  const { store } = useShell()
  const places = Array.from({ length: frame.labels }, (_, place) =>
    Math.round((place * (points.length - 1)) / (frame.labels - 1)),
  )
  return places.map((index, place) => (
    <text
      key={index}
      x={acrossOf(index, points.length, frame)}
      y={frame.height - 6}
      textAnchor={place === 0 ? 'start' : place === frame.labels - 1 ? 'end' : 'middle'}
    >
      {axisLabel(momentOf(points[index]?.at ?? ''), range, store.time_zone, language())}
    </text>
  ))
}
