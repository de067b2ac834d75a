/** The price of a gram with its history and the facts beside it. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { BigMoney, Change, Clock, Money, wayWords } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { changeBetween, type LivePrice, minorOf, type PriceChange, sells, shareBps } from '../../ui/price.ts'
import { PriceTag } from '../../ui/price-chip.tsx'
import { Seg } from '../../ui/seg.tsx'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { Kind } from './chart-canvas.ts'
import type { Shows } from './chart-drawing.tsx'
import { CopyNumbers, PointTable } from './point-table.tsx'
import { PriceChart } from './price-chart.tsx'
import { type ChartKarat, chartKarats, type Point, pricesOfKarat, type Range, ranges } from './price-ranges.ts'
import { useChart } from './use-chart.ts'

const rangeNames: Record<Range, () => string> = {
  '1D': m.pricing_range_1d,
  '1W': m.pricing_range_1w,
  '1M': m.pricing_range_1m,
  '1Y': m.pricing_range_1y,
  all: m.pricing_range_all,
}
const sinceWords: Record<Range, () => string> = {
  '1D': m.ui_price_since_close,
  '1W': m.pricing_since_1w,
  '1M': m.pricing_since_1m,
  '1Y': m.pricing_since_1y,
  all: m.pricing_since_all,
}

/** `whole` has every control; else there is the span alone and a way to the page that has them all. */
export function PriceSheet({ today, whole = false }: { today: Point[]; whole?: boolean }) {
  const price = useLivePrice()
  return price && <Sheet today={today} whole={whole} price={price} />
}

function Sheet({ today, whole, price }: { today: Point[]; whole: boolean; price: LivePrice }) {
  const chart = useChart(today, price)
  const { shown } = chart
  const [kind, setKind] = useState<Kind>('line')
  const [shows, setShows] = useState<Shows>('ask')
  const [asTable, setAsTable] = useState(false)
  const { currency } = price
  const ask = pricesOfKarat(price, shown.karat).ask
  const close = closeOf(price, shown)
  const change = changeBetween(minorOf(close ?? shown.points[0]?.ask ?? ask, currency), minorOf(ask, currency))
  const chooseKind = (next: Kind) => {
    setKind(next)
    if (next === 'candles') chart.wantBars()
  }
  return (
    <section
      id="price"
      className="mt-14 grid scroll-mt-16 gap-6 lg:mt-18 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-14"
      aria-label={m.ui_nav_price()}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <Now price={price} karat={shown.karat} ask={ask} change={change} since={sinceWords[shown.range]()} />
          <Seg
            label={m.pricing_range_label()}
            value={chart.range}
            choices={ranges.map((each) => [each, rangeNames[each]()] as const)}
            onChange={chart.chooseRange}
          />
        </div>
        {whole && (
          <Choices karat={chart.karat} onKarat={chart.chooseKarat} {...{ kind, shows, setShows, chooseKind }} />
        )}
        <div className="mt-6">
          {asTable ? (
            <PointTable points={shown.points} range={shown.range} currency={currency} />
          ) : (
            <PriceChart
              name={m.pricing_chart_name({ change: wayWords(change) })}
              {...{ kind, shows, currency, ...shown }}
              close={shows === 'bid' ? null : close}
              live={price.state === 'live'}
              busy={chart.busy}
            />
          )}
        </div>
        <ChartFoot
          asTable={asTable}
          toggle={() => setAsTable(!asTable)}
          points={shown.points}
          {...{ currency, whole }}
        />
      </div>
      <Facts price={price} />
    </section>
  )
}

type NowProps = { price: LivePrice; karat: number; ask: string; change: PriceChange; since: string }

/** The price of this moment; one that is not of this moment is struck through and says of which it is. */
function Now({ price, karat, ask, change, since }: NowProps) {
  const live = price.state === 'live'
  return (
    <div>
      <h2 className="small text-ink-2">{m.pricing_sheet_title_karat({ karat })}</h2>
      <p className={`my-2.5 ${sells(price) ? '' : 'line-through decoration-2'}`}>
        <BigMoney amount={ask} currency={price.currency} size="fig-xl" />
      </p>
      <p className="small min-h-6">
        {live ? (
          <>
            <Change change={change} currency={price.currency} /> <span className="ml-1 text-ink-2">{since}</span>
          </>
        ) : (
          <PriceTag price={price} />
        )}
      </p>
    </div>
  )
}

/** Yesterday's closing ask in the karat that is shown; only a day is compared with it. */
function closeOf({ previous_close, currency }: LivePrice, { range, karat }: { range: Range; karat: number }) {
  if (range !== '1D' || previous_close === null) return null
  return pricesOfKarat({ ask: previous_close, bid: previous_close, currency }, karat).ask
}

type ChoicesProps = {
  karat: ChartKarat
  onKarat: (karat: ChartKarat) => void
  kind: Kind
  chooseKind: (kind: Kind) => void
  shows: Shows
  setShows: (shows: Shows) => void
}

const Choices = ({ karat, onKarat, kind, chooseKind, shows, setShows }: ChoicesProps) => (
  <div className="mt-5 flex flex-wrap gap-x-5 gap-y-3">
    <Seg
      label={m.pricing_karat_label()}
      value={karat}
      choices={chartKarats.map((each) => [each, `${each}K`] as const)}
      onChange={onKarat}
    />
    <Seg
      label={m.pricing_kind_label()}
      value={kind}
      choices={[
        ['line', m.pricing_kind_line()],
        ['candles', m.pricing_kind_candles()],
      ]}
      onChange={chooseKind}
    />
    <Seg
      label={m.pricing_shows_label()}
      value={shows}
      choices={[
        ['ask', m.ui_price_ask()],
        ['bid', m.ui_price_bid()],
        ['both', m.pricing_shows_both()],
      ]}
      onChange={setShows}
    />
  </div>
)

type FootProps = { asTable: boolean; toggle: () => void; points: Point[]; currency: string; whole: boolean }

function ChartFoot({ asTable, toggle, points, currency, whole }: FootProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 md:gap-x-6">
      <button type="button" className="link min-h-11 text-sm" aria-pressed={asTable} onClick={toggle}>
        {asTable ? m.pricing_chart_show() : m.pricing_chart_numbers()}
      </button>
      {asTable && <CopyNumbers points={points} currency={currency} />}
      {!whole && (
        <Link to="/home/goldPrice" className="link min-h-11 text-sm" prefetch="intent">
          {m.pricing_chart_whole()} <Icon name="arrow-right" size="s" />
        </Link>
      )}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noopener noreferrer"
        className="fine ml-auto inline-flex min-h-11 items-center text-ink-3 hover:text-ink"
      >
        {m.pricing_chart_by()}
      </a>
    </div>
  )
}

function Facts({ price }: { price: LivePrice }) {
  const { currency } = price
  const ask = minorOf(price.ask, currency)
  return (
    <dl className="grid grid-cols-2 content-start border-t border-line max-lg:gap-x-6 lg:grid-cols-1">
      <Fact name={m.pricing_fact_buyback()}>
        <Money amount={price.bid} currency={currency} />
      </Fact>
      <Fact name={m.pricing_fact_spread()}>
        {formatBps(shareBps(ask - minorOf(price.bid, currency), ask), language())}
      </Fact>
      {price.day && (
        <>
          <Fact name={m.pricing_fact_high()}>
            <Money amount={price.day.high} currency={currency} />
          </Fact>
          <Fact name={m.pricing_fact_low()}>
            <Money amount={price.day.low} currency={currency} />
          </Fact>
        </>
      )}
      {price.previous_close && (
        <Fact name={m.pricing_fact_close()}>
          <Money amount={price.previous_close} currency={currency} />
        </Fact>
      )}
      <Fact name={m.pricing_fact_updated()}>
        <Clock at={price.source_at} seconds />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-b border-line py-3.5 lg:flex lg:items-baseline lg:justify-between lg:py-[17px]">
    <dt className="text-[13px] text-ink-2 lg:text-[15px]">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
