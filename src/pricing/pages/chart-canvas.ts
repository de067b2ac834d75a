/** The chart that can be looked at closely, by lightweight-charts. Loaded when somebody points at a chart, touches or focuses it. */
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  TickMarkType,
  type UTCTimestamp,
} from 'lightweight-charts'
import { minorOf } from '../../ui/price.ts'
import type { Point } from './price-ranges.ts'

export type Kind = 'line' | 'candles'
export type Shown = {
  points: Point[]
  kind: Kind
  shows: 'ask' | 'bid' | 'both'
  close: { amount: string; name: string } | null
  currency: string
  /** How far the store's clocks are ahead of UTC at each point, so that days begin where its days do. */
  aheadMs: (moment: number) => number
  /** `clock` where the hour is what matters. */
  label: (moment: number, clock: boolean) => string
  live: boolean
  amount: (units: bigint) => string
}
export type Canvas = { show(what: Shown): void; point(index: number | null): void; repaint(): void; close(): void }

type Series = ISeriesApi<'Area' | 'Candlestick' | 'Line'>

/** Draws into `box` until it is closed. `onPoint` hears which point is pointed at, null for none. */
export function openCanvas(box: HTMLElement, onPoint: (index: number | null) => void): Canvas {
  const chart = createChart(box, { autoSize: true, ...still })
  let drawn: Series[] = []
  let times: number[] = []
  let shown: Shown | null = null

  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent) onPoint(time === undefined ? null : times.indexOf(time as number))
  })

  function draw(what: Shown) {
    const ink = inksOf(box)
    for (const series of drawn) chart.removeSeries(series)
    chart.applyOptions(looks(ink, what, times))
    drawn = addSeries(chart, what, ink, times)
    chart.timeScale().fitContent()
  }

  return {
    show(what) {
      shown = what
      times = what.points.map(({ at }) => Math.round((Date.parse(at) + what.aheadMs(Date.parse(at))) / 1000))
      draw(what)
    },
    point(index) {
      const time = index === null ? undefined : times[index]
      const [series] = drawn
      if (time === undefined || index === null || !series || !shown) return chart.clearCrosshairPosition()
      const { ask, bid } = shown.points[index] ?? { ask: '0', bid: '0' }
      chart.setCrosshairPosition(
        numberOf(shown.shows === 'bid' ? bid : ask, shown.currency),
        time as UTCTimestamp,
        series,
      )
    },
    repaint() {
      if (shown) draw(shown)
    },
    close: () => chart.remove(),
  }
}

/** The page scrolls, the chart does not: a wheel or a thumb that passes over it goes on. */
const still = {
  layout: { attributionLogo: false }, // it would bring a style element, which our policy refuses; the page names TradingView
  handleScroll: false,
  handleScale: false,
  trackingMode: { exitMode: 0 },
  kineticScroll: { touch: false, mouse: false },
} as const

/** Only where it is painted an amount is a number of the machine; every figure that is written is exact. */
const numberOf = (amount: string, currency: string): number => Number(minorOf(amount, currency))

type Inks = Record<
  'ink' | 'ink3' | 'line' | 'lineStrong' | 'gold' | 'goldClear' | 'goldGone' | 'up' | 'down' | 'paper',
  string
>

/** The tokens of the theme in force, as colours that a canvas understands. */
function inksOf(box: HTMLElement): Inks {
  const probe = box.appendChild(document.createElement('span'))
  const of = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const gold = of('gold')
  const clear = (alpha: number) => gold.replace(/^rgb\(([^)]*)\)$/, `rgba($1, ${alpha})`)
  const inks = {
    ...{ ink: of('ink'), ink3: of('ink-3'), line: of('line'), lineStrong: of('line-strong') },
    ...{ gold, goldClear: clear(0.2), goldGone: clear(0), up: of('up'), down: of('down'), paper: of('paper') },
  }
  probe.remove()
  return inks
}

function looks(inks: Inks, { label, amount }: Shown, times: number[]) {
  const cross = { color: inks.lineStrong, labelBackgroundColor: inks.ink, style: LineStyle.Dashed } as const
  const sameDay = (times.at(-1) ?? 0) - (times[0] ?? 0) <= 2 * 86_400
  const moment = (time: number) => label(time * 1000, sameDay)
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: inks.ink3,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: inks.line } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.06 } },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: number, type: TickMarkType) => label(time * 1000, type >= TickMarkType.Time),
      minBarSpacing: 0.5,
      lockVisibleTimeRangeOnResize: true,
      ...(times.length < 2 ? { visible: false } : {}),
    },
    crosshair: { mode: CrosshairMode.Magnet, vertLine: cross, horzLine: { ...cross, labelVisible: true } },
    localization: {
      locale: 'en-US',
      priceFormatter: (units: number) => amount(BigInt(Math.round(units))),
      timeFormatter: moment,
    },
  }
}

function addSeries(chart: IChartApi, what: Shown, inks: Inks, times: number[]): Series[] {
  const { points, kind, shows, currency } = what
  const main = shows === 'bid' ? 'bid' : 'ask'
  const format = {
    priceFormat: { type: 'price', minMove: 1, precision: 0 },
    lastValueVisible: false,
    priceLineVisible: false,
  } as const
  const rising = (data: { time: UTCTimestamp }[]) =>
    data.filter(({ time }, i) => i === 0 || time > (data[i - 1]?.time ?? 0))
  const closes = (which: 'ask' | 'bid') =>
    rising(points.map((point, i) => ({ time: times[i] as UTCTimestamp, value: numberOf(point[which], currency) })))
  const series: Series[] = []
  if (kind === 'candles' && points.every(({ bars }) => bars)) {
    const candles = chart.addSeries(CandlestickSeries, {
      ...format,
      ...{ upColor: inks.up, borderUpColor: inks.up, wickUpColor: inks.up },
      ...{ downColor: inks.down, borderDownColor: inks.down, wickDownColor: inks.down },
    })
    const units = (bar: Record<'open' | 'high' | 'low' | 'close', string>) => ({
      ...{ open: numberOf(bar.open, currency), high: numberOf(bar.high, currency) },
      ...{ low: numberOf(bar.low, currency), close: numberOf(bar.close, currency) },
    })
    candles.setData(
      rising(points.flatMap(({ bars }, i) => (bars ? { time: times[i] as UTCTimestamp, ...units(bars[main]) } : []))),
    )
    series.push(candles)
  } else {
    const area = chart.addSeries(AreaSeries, {
      ...format,
      ...{
        lineColor: inks.ink,
        lineWidth: 2,
        topColor: inks.goldClear,
        bottomColor: inks.goldGone,
        crosshairMarkerBackgroundColor: inks.gold,
      },
    })
    area.setData(closes(main))
    const time = times.at(-1) as UTCTimestamp
    createSeriesMarkers(area, [
      { time, position: 'inBar', shape: 'circle', color: what.live ? inks.gold : inks.lineStrong, size: 1.2 },
    ])
    series.push(area)
  }
  if (shows === 'both') {
    const bid = chart.addSeries(LineSeries, { ...format, color: inks.ink3, lineWidth: 1, lineStyle: LineStyle.Dotted })
    bid.setData(closes('bid'))
    series.push(bid)
  }
  if (what.close)
    series[0]?.createPriceLine({
      ...{ price: numberOf(what.close.amount, currency), title: what.close.name, color: inks.lineStrong },
      ...{ lineStyle: LineStyle.Dashed, lineWidth: 1, axisLabelVisible: false },
    })
  return series
}
