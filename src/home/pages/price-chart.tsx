/** The ask over time: ink line, gold fill, yesterday's close dashed; drawn once for a phone and once for a wide screen. */
import { useId } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { wayWords } from '../../ui/figures.tsx'
import { formatClock, formatDay, formatDecimal, formatMonth } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { changeBetween, type LivePrice, minorOf, wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { acrossOf, type Frame, heightOf, lineThrough, scaleOf } from './chart-rules.ts'
import type { Point, Range } from './price-ranges.ts'

type Props = { points: Point[]; range: Range; price: LivePrice }
type Sized = Frame & { full: number; labels: number }

const wide: Sized = { full: 860, width: 786, height: 300, lines: 4, labels: 5 }
const phone: Sized = { full: 350, width: 282, height: 210, lines: 3, labels: 3 }

export function PriceChart(props: Props) {
  if (props.points.length < 2) return <p className="text-ink-2">{m.chart_empty()}</p>
  return (
    <>
      <Drawing {...props} frame={wide} className="max-md:hidden" />
      <Drawing {...props} frame={phone} className="md:hidden" />
    </>
  )
}

function Drawing({ points, range, price, frame, className }: Props & { frame: Sized; className: string }) {
  const fill = useId()
  const { currency } = price
  const values = [...points.slice(0, -1).map(({ ask }) => minorOf(ask, currency)), minorOf(price.ask, currency)]
  const close = range === '1D' && price.previous_close ? minorOf(price.previous_close, currency) : null
  const scale = scaleOf(close === null ? values : [...values, close], frame.lines)
  const line = lineThrough(values, scale, frame)
  const floor = frame.height - 30
  const last = values.at(-1) ?? scale.to
  const change = changeBetween(close ?? values[0] ?? last, last)
  return (
    <svg
      className={`chart ${className}`}
      viewBox={`0 0 ${frame.full} ${frame.height}`}
      role="img"
      aria-label={m.chart_name({ change: wayWords(change) })}
    >
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
      {close !== null && (
        <PreviousClose
          at={heightOf(close, scale, frame)}
          above={endsBelow(values, close)}
          price={price}
          frame={frame}
        />
      )}
      <path fill={`url(#${fill})`} d={`${line}L${frame.width} ${floor}L0 ${floor}Z`} />
      <path className="chart-line" d={line} />
      <circle className="chart-end" r="6" cx={frame.width} cy={heightOf(last, scale, frame)} />
      <TimeAxis points={points} range={range} frame={frame} />
    </svg>
  )
}

/** Whether the line's last third, where the name stands, runs mostly below the close. */
function endsBelow(values: bigint[], close: bigint): boolean {
  const end = values.slice(-Math.ceil(values.length / 3))
  return end.filter((value) => value < close).length * 2 > end.length
}

function PreviousClose({ at, above, price, frame }: { at: number; above: boolean; price: LivePrice; frame: Sized }) {
  return (
    <>
      <path className="chart-close" d={`M0 ${at}H${frame.width}`} />
      <text className="chart-halo" x={frame.width - 8} y={above ? at - 8 : at + 16} textAnchor="end">
        {m.fact_close()} {formatDecimal(price.previous_close ?? '', language())}
      </text>
    </>
  )
}

function TimeAxis({ points, range, frame }: { points: Point[]; range: Range; frame: Sized }) {
  const { store } = useShell()
  const zone = store.time_zone
  const label = (moment: number) => {
    if (range === '1D') return formatClock(moment, zone, language(), { zone: false })
    return range === '1W' || range === '1M'
      ? formatDay(moment, zone, language(), { year: false })
      : formatMonth(moment, zone, language())
  }
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
      {label(momentOf(points[index]?.at ?? ''))}
    </text>
  ))
}
