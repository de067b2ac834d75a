/**
 * The price over time: a picture at first, a chart with a crosshair once somebody points at it, touches or focuses it. Both
 * fill the same box, so nothing moves when one takes the other's place.
 */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { money } from '../../ui/figures.tsx'
import { formatClock, formatDecimal } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { axisLabel, pointLabel, zoneAheadMs } from './axis-label.ts'
import type { Canvas, Kind, Shown } from './chart-canvas.ts'
import { ChartDrawing, type Shows } from './chart-drawing.tsx'
import type { Point, Range } from './price-ranges.ts'

type Drawn = {
  points: Point[]
  range: Range
  kind: Kind
  shows: Shows
  close: string | null
  currency: string
  live: boolean
}
/** `name` says what is drawn to those who listen. */
type Props = Drawn & { name: string; busy: boolean }

export function PriceChart(props: Props) {
  const { name, points, live, busy } = props
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const { open, drawn, index, said, onKeyDown } = useCanvas(box, props)
  if (points.length < 2) return <p className="text-ink-2">{m.pricing_chart_empty()}</p>
  return (
    <div
      className="chart-box"
      role="application"
      aria-label={name}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair
      tabIndex={0}
      data-live={live}
      aria-busy={busy}
      onPointerEnter={open}
      onTouchStart={open}
      onFocus={open}
      onKeyDown={onKeyDown}
    >
      <div className={drawn ? 'invisible' : ''}>
        <ChartDrawing {...props} />
      </div>
      <div ref={box} className="absolute inset-0" aria-hidden="true" />
      {index !== null && points[index] && <Reading point={points[index]} {...props} />}
      <p id={hint} className="sr-only">
        {m.pricing_chart_keys()}
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}

/** Loads the chart once it is wanted, keeps it showing what the page shows, and follows pointer and keys. */
function useCanvas(box: React.RefObject<HTMLDivElement | null>, props: Props) {
  const { points, range, kind } = props
  const { store } = useShell()
  const canvas = useRef<Canvas | null>(null)
  const wanted = useRef(false)
  const [drawn, setDrawn] = useState(false)
  const [index, setIndex] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  /** Whether the keys moved last: then a pointer that is elsewhere takes nothing away. */
  const byKeys = useRef(false)

  function followPointer(next: number | null) {
    if (next === null && byKeys.current) return
    byKeys.current = false
    setIndex(next)
  }

  async function open() {
    if (wanted.current) return
    wanted.current = true
    // Without it the picture stays, with the table of its numbers.
    const loaded = await import('./chart-canvas.ts').catch(() => null)
    if (!loaded || !box.current || canvas.current) return
    canvas.current = loaded.openCanvas(box.current, followPointer)
    setDrawn(true)
  }
  useEffect(() => {
    if (kind === 'candles') void open()
  })
  useEffect(() => () => canvas.current?.close(), [])
  const { shows, close, currency, live } = props
  const shown = useMemo(
    () => shownOf({ points, range, kind, shows, close, currency, live }, store.time_zone),
    [points, range, kind, shows, close, currency, live, store.time_zone],
  )
  useEffect(() => {
    if (drawn) canvas.current?.show(shown)
  }, [drawn, shown])
  useEffect(() => (drawn ? followTheme(() => canvas.current?.repaint()) : undefined), [drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another span has other points
  useEffect(() => setIndex(null), [range, kind])

  function onKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, index, points.length)
    if (next === undefined) return
    event.preventDefault()
    byKeys.current = true
    setIndex(next)
    canvas.current?.point(next)
    const point = next === null ? undefined : points[next]
    setSaid(point ? sentenceOf(point, props, store.time_zone) : '')
  }
  return { open: () => void open(), drawn, index, said, onKeyDown }
}

/** Where a key leads from a point, null for away from the chart, undefined for a key that is not ours. */
function nextIndex(key: string, index: number | null, count: number): number | null | undefined {
  const from = index ?? count
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === 'Escape' && index !== null ? null : undefined
}

function shownOf({ points, range, kind, shows, close, currency, live }: Drawn, zone: string): Shown {
  return {
    ...{ points, kind, shows, currency, live },
    close: close === null ? null : { amount: close, name: m.pricing_fact_close() },
    aheadMs: (moment: number) => zoneAheadMs(moment, zone),
    // Points stand at the store's own clock time, so they are read as if it were UTC.
    label: (moment: number, clock: boolean) =>
      clock
        ? formatClock(moment, 'UTC', language(), { zone: false })
        : axisLabel(moment, range === '1D' ? '1W' : range, 'UTC', language()),
    amount: (units: bigint) => formatDecimal(wireMoney(units, currency), language()),
  }
}

function sentenceOf({ at, ask, bid }: Point, { range, currency }: Props, zone: string): string {
  return m.pricing_chart_point({
    moment: pointLabel(momentOf(at), range, zone, language()),
    ask: money({ amount: ask, currency }),
    bid: money({ amount: bid, currency }),
  })
}

/** The numbers under the crosshair. */
function Reading({ point, range, kind, shows, currency }: Props & { point: Point }) {
  const { store } = useShell()
  const bar = kind === 'candles' && point.bars?.[shows === 'bid' ? 'bid' : 'ask']
  const facts: [string, string][] = bar
    ? [
        [m.pricing_candle_open(), bar.open],
        [m.pricing_candle_high(), bar.high],
        [m.pricing_candle_low(), bar.low],
        [m.pricing_candle_close(), bar.close],
      ]
    : [
        [m.ui_price_ask(), point.ask],
        [m.ui_price_bid(), point.bid],
      ]
  return (
    <div className="chart-reading fine" aria-hidden="true">
      <span className="text-ink-2">{pointLabel(momentOf(point.at), range, store.time_zone, language())}</span>
      {facts.map(([name, amount]) => (
        <span key={name} className="whitespace-nowrap">
          <span className="text-ink-2">{name}</span> <b className="font-semibold">{money({ amount, currency })}</b>
        </span>
      ))}
    </div>
  )
}

/** Calls `changed` when the theme does, whoever changed it. */
function followTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  system.addEventListener('change', changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', changed)
    chosen.disconnect()
  }
}
