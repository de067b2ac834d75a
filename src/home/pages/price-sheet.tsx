/** The price of a gram with its history and the facts beside it. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import type { CandleList } from '../../pricing/contract.ts'
import { get } from '../../ui/api-client.ts'
import { BigMoney, Change, Clock, Money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { changeSinceClose, type LivePrice, minorOf, shareBps } from '../../ui/price.ts'
import { PriceTag } from '../../ui/price-chip.tsx'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import { PointTable } from './point-table.tsx'
import { PriceChart } from './price-chart.tsx'
import { type Point, pointsOf, type Range, rangeQuery, ranges } from './price-ranges.ts'

const rangeNames: Record<Range, () => string> = {
  '1D': m.range_1d,
  '1W': m.range_1w,
  '1M': m.range_1m,
  '1Y': m.range_1y,
  all: m.range_all,
}

export function PriceSheet({ today }: { today: Point[] }) {
  const price = useLivePrice()
  const { range, points, choose } = usePoints(today)
  const [asTable, setAsTable] = useState(false)
  if (!price) return null
  const change = changeSinceClose(price)
  return (
    <section
      id="price"
      className="mt-14 grid scroll-mt-16 gap-6 lg:mt-18 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-14"
      aria-label={m.nav_price()}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div>
            <h2 className="small text-ink-2">{m.sheet_title()}</h2>
            <p className={`my-2.5 ${price.state === 'live' ? '' : 'line-through decoration-2'}`}>
              <BigMoney amount={price.ask} currency={price.currency} size="fig-xl" />
            </p>
            <p className="small min-h-6">
              {price.state !== 'live' && <PriceTag price={price} />}
              {price.state === 'live' && change && (
                <>
                  <Change change={change} currency={price.currency} />{' '}
                  <span className="ml-1 text-ink-2">{m.price_since_close()}</span>
                </>
              )}
            </p>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
          <div className="seg" role="group" aria-label={m.range_label()}>
            {ranges.map((each) => (
              <button key={each} type="button" aria-pressed={each === range} onClick={() => choose(each)}>
                {rangeNames[each]()}
              </button>
            ))}
          </div>
        </div>
        <div className="mt-6">
          {asTable ? (
            <PointTable points={points} range={range} />
          ) : (
            <PriceChart points={points} range={range} price={price} />
          )}
        </div>
        <button
          type="button"
          className="link mt-2 min-h-11 text-sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? m.chart_show() : m.chart_numbers()}
        </button>
      </div>
      <Facts price={price} />
    </section>
  )
}

/** Today comes with the page; other spans are asked for once, when they are chosen. */
function usePoints(today: Point[]) {
  const [range, setRange] = useState<Range>('1D')
  const [known, setKnown] = useState<Partial<Record<Range, Point[]>>>({})
  async function choose(next: Range) {
    if (next !== '1D' && !known[next]) {
      const answer = await get<CandleList>('/product/getGoldPriceK', rangeQuery(next)).catch(() => null)
      if (answer?.status !== 'success') return
      setKnown((before) => ({ ...before, [next]: pointsOf(answer.data.candles) }))
    }
    setRange(next)
  }
  return { range, choose, points: range === '1D' ? today : (known[range] ?? today) }
}

function Facts({ price }: { price: LivePrice }) {
  const { currency } = price
  const ask = minorOf(price.ask, currency)
  return (
    <dl className="grid grid-cols-2 content-start border-t border-line max-lg:gap-x-6 lg:grid-cols-1">
      <Fact name={m.fact_buyback()}>
        <Money amount={price.bid} currency={currency} />
      </Fact>
      <Fact name={m.fact_spread()}>{formatBps(shareBps(ask - minorOf(price.bid, currency), ask), language())}</Fact>
      {price.day && (
        <>
          <Fact name={m.fact_high()}>
            <Money amount={price.day.high} currency={currency} />
          </Fact>
          <Fact name={m.fact_low()}>
            <Money amount={price.day.low} currency={currency} />
          </Fact>
        </>
      )}
      {price.previous_close && (
        <Fact name={m.fact_close()}>
          <Money amount={price.previous_close} currency={currency} />
        </Fact>
      )}
      <Fact name={m.fact_updated()}>
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
