/** /admin/prices: is the price live, what does each store charge, and who changed it. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { formatBps, formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Seg } from '../../../ui/seg.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { PricesView, SourcePointsView, SpreadView, TickView } from '../price-contract.ts'
import { FeedTest } from './feed-test.tsx'
import { PriceAlarms } from './price-doubt.tsx'
import { SourceChart } from './source-chart.tsx'
import { SpreadDialog, type SpreadMarket } from './spread-dialog.tsx'
import { StorePrice } from './store-price.tsx'

export const handle: OfficeHandle = { permission: 'prices.see' }

export default function PricesPage() {
  const desk = useOffice<PricesView>('/prices/now')
  const sources = useOffice<SourcePointsView>('/prices/sources')
  const [changing, setChanging] = useState<{ store: string; market: SpreadMarket } | null>(null)
  const { data } = desk
  const chosen = data?.stores.find(({ store }) => store === changing?.store)
  return (
    <>
      <h1 className="office-h1">{m.office_prices()}</h1>
      {desk.failed && !data && (
        <div className="mt-4">
          <ErrorState
            title={m.office_table_error()}
            action={<Button onClick={desk.reload}>{m.office_try_again()}</Button>}
          />
        </div>
      )}
      {!data && !desk.failed && <Skeleton className="mt-4 h-64" />}
      {data && (
        <>
          <PriceAlarms desk={data} sources={sources.data} reload={desk.reload} />
          <Feeds desk={data} />
          <FeedTest />
          <SourceChart sources={sources.data} />
          <div className="mt-4 grid gap-4 xl:grid-cols-2">
            {data.stores.map((store) => (
              <StorePrice
                key={store.store}
                store={store}
                reload={desk.reload}
                changeSpread={(market) => setChanging({ store: store.store, market })}
              />
            ))}
          </div>
        </>
      )}
      {chosen && changing && data && (
        <SpreadDialog
          key={`${chosen.store} ${changing.market}`}
          store={chosen}
          market={changing.market}
          aloneBps={data.alone_bps}
          reload={desk.reload}
          close={() => setChanging(null)}
        />
      )}
      <History />
    </>
  )
}

function Feeds({ desk }: { desk: PricesView }) {
  const { moment } = useTimes()
  const second = desk.second_source
  return (
    <ul className="mt-2 grid gap-1 text-ink-2">
      {desk.feeds.length === 0 && <li>{m.office_prices_no_tick()}</li>}
      {desk.feeds.map(({ source, source_at, received_at, waiting }) => (
        <li key={source} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {m.office_prices_feed_line({
              source: sourceName(source),
              age: moment(source_at),
              received: moment(received_at),
              poll: desk.poll_seconds,
            })}
          </span>
          {waiting > 0 && <Tag tone="warn">{m.office_prices_waiting({ n: waiting })}</Tag>}
        </li>
      ))}
      {second && (
        <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {m.office_prices_second_line({
              source: sourceName(second.source),
              age: moment(second.source_at),
              received: moment(second.received_at),
            })}
          </span>
          {second.frozen_since && (
            <Tag tone="warn">{m.office_prices_second_frozen({ at: moment(second.frozen_since) })}</Tag>
          )}
        </li>
      )}
    </ul>
  )
}

/** Ticks, or every spread there was; which of them stands in the address. */
function History() {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'spreads' ? 'spreads' : 'ticks'
  return (
    <section className="mt-8" aria-label={m.office_prices_history()}>
      <Seg
        label={m.office_prices_history()}
        value={view}
        choices={[
          ['ticks', m.office_prices_ticks()],
          ['spreads', m.office_prices_spreads()],
        ]}
        onChange={(next) =>
          setSearch(next === 'ticks' ? {} : { view: next }, { replace: true, preventScrollReset: true })
        }
        className="mb-4"
      />
      {view === 'ticks' ? <Ticks /> : <Spreads />}
    </section>
  )
}

function Ticks() {
  const { second } = useTimes()
  const columns: Column<TickView>[] = [
    { key: 'source_at', head: m.office_prices_source_at(), cell: (row) => second(row.source_at), phone: 'title' },
    {
      key: 'verdict',
      head: m.office_prices_verdict(),
      cell: ({ verdict }) =>
        verdict === 'accepted' ? m.office_prices_accepted() : <Tag tone="warn">{m.office_prices_quarantined()}</Tag>,
      phone: 'side',
    },
    { key: 'source', head: m.office_prices_source(), cell: ({ source }) => sourceName(source), phone: 'below' },
    {
      key: 'rates',
      head: m.office_prices_rates(),
      cell: ({ rates }) =>
        Object.entries(rates)
          .map(([code, rate]) => `${code} ${formatDecimal(shorter(rate), language())}`)
          .join(' · '),
    },
    {
      key: 'spot',
      head: m.office_prices_spot_usd(),
      cell: ({ spot_usd }) => formatDecimal(spot_usd, language()),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <DataTable<TickView>
      name={m.office_prices_ticks()}
      path="/prices/ticks"
      size={20}
      filters={[
        {
          name: 'verdict',
          kind: 'choice',
          label: m.office_prices_verdict(),
          choices: [
            { value: 'accepted', label: m.office_prices_accepted() },
            { value: 'quarantined', label: m.office_prices_quarantined() },
          ],
        },
      ]}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ id }) => id}
    />
  )
}

/** A feed is known by the host that it is asked at. */
const sourceName = (source: string) => (source === 'simulated' ? m.office_prices_source_simulated() : source)
const shorter = (decimal: string) => decimal.replace(/\.?0+$/, '')

function Spreads() {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  const share = (bps: number) => formatBps(bps, language(), { sign: true })
  const columns: Column<SpreadView>[] = [
    {
      key: 'set_at',
      head: m.office_prices_set_at(),
      cell: ({ set_at }) => (set_at ? moment(set_at) : m.office_prices_first()),
      phone: 'title',
    },
    { key: 'store', head: m.office_store(), cell: ({ store }) => nameOf(store), phone: 'side' },
    { key: 'ask', head: m.office_prices_ask(), cell: ({ ask_bps }) => share(ask_bps), right: true, phone: 'below' },
    {
      key: 'bid',
      head: m.office_prices_bid(),
      cell: ({ bid_bps }) => share(bid_bps),
      right: true,
      phone: 'below-side',
    },
    { key: 'set_by', head: m.office_prices_set_by(), cell: ({ set_at, set_by }) => (set_at ? set_by : '–') },
    { key: 'reason', head: m.office_reason(), cell: ({ reason }) => <span className="office-cut">{reason}</span> },
  ]
  return (
    <DataTable<SpreadView>
      name={m.office_prices_spreads()}
      path="/prices/spreads"
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ id }) => String(id)}
    />
  )
}
