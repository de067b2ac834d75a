/** The price of this moment, in memory. It is read again when the database says that it moved, never by a request. */
import { type Db, sql } from '../db/database.ts'
import type { Listener } from '../db/listen.ts'
import { type BasisPoints, type Currency, type PricePerGram, perGram } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import type { Market } from './market-rules.ts'
import { askOf, bidOf, type PriceState, sellsIn } from './price-rules.ts'
import { spotsOf } from './record-tick.ts'
import { readRatesE6 } from './tick-rates.ts'

export type PriceNow = {
  store: string
  tickId: bigint
  spreadId: number
  state: PriceState
  currency: Currency
  sourceAt: number
  spot: PricePerGram
  ask: PricePerGram
  bid: PricePerGram
  askBps: BasisPoints
  bidBps: BasisPoints
  /** Yesterday's closing ask in the store's zone, null before there is one. */
  previousCloseAsk: PricePerGram | null
  /** Asks of the store's day so far at today's spread, null before its first tick. */
  day: { open: PricePerGram; high: PricePerGram; low: PricePerGram } | null
}
export type CurrentPrices = {
  /** The last known price of a store in one of its currencies; `state` is judged at this call. Refuses price_unavailable when there never was a tick. */
  of(store: string, currency: Currency): PriceNow
  /** Whether there ever was one. */
  known(store: string, currency: Currency): boolean
  /** The same; null unless it is live, and where there never was a tick. */
  live(store: string, currency: Currency): PriceNow | null
  /** The same, refusing price_unavailable unless it may be sold at by what memory knows. A sale has it judged by the database: require-selling.ts. */
  requireSellable(store: string, currency: Currency): PriceNow
  /** Changes whenever any price, spread or state does: what caches compare. */
  version(): number
  /** Calls `listener` after every change, in this process, with no delay. */
  subscribe(listener: () => void): () => void
  /** Reads everything anew; resolves when memory holds what was committed before the call. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** One price as it is in each phase: chosen at the call, never computed there. */
type Phase = 'live' | 'closed' | 'stale'
type Entry = Record<Phase, PriceNow>
type Memory = { entries: Map<string, Map<Currency, Entry>>; staleAfter: number; dayEndsAt: number }
type Opening = {
  db: Db
  listener: Listener
  stores: Map<string, Store>
  settings: Settings
  market: Market
  now: () => number
}

/** Reads the last price and keeps it current by the database's notices. */
export async function openPrices({ db, listener, stores, settings, market, now }: Opening): Promise<CurrentPrices> {
  const listeners = new Set<() => void>()
  let memory: Memory = { entries: new Map(), staleAfter: 0, dayEndsAt: 0 }
  let readings = 0
  let toldVersion = 0
  let reading: Promise<void> = Promise.resolve()
  let nextReading: Promise<void> | undefined

  const phase = () => phaseAt(market, memory.staleAfter, now())
  const version = () => readings * 3 + phases.indexOf(phase())

  function tell() {
    toldVersion = version()
    for (const listener of listeners) listener()
  }
  async function read() {
    nextReading = undefined
    memory = await readMemory(db, [...stores.values()], now(), settings.price)
    readings += 1
    tell()
  }
  /** Any number of calls during one reading share the one after it. */
  function refresh() {
    if (!nextReading) nextReading = reading = reading.catch(() => {}).then(read)
    return nextReading
  }
  // What changes by time alone: the price goes stale, the day ends. A failed reading is made good at the next one;
  // until then the age of what memory holds is judged all the same.
  const second = setInterval(() => {
    if (now() >= memory.dayEndsAt) refresh().catch(() => {})
    else if (version() !== toldVersion) tell()
  }, 1000)
  second.unref()

  await refresh()
  const again = () => void refresh().catch(() => {})
  listener.on('karat_price', again, again)

  const find = (store: string, currency: Currency) => memory.entries.get(store)?.get(currency)
  function of(store: string, currency: Currency): PriceNow {
    const entry = find(store, currency)
    if (!entry) throw new Refusal('price_unavailable')
    return entry[phase()]
  }
  return {
    of,
    known: (store, currency) => find(store, currency) !== undefined,
    live(store, currency) {
      const price = find(store, currency)?.[phase()]
      return price?.state === 'live' ? price : null
    },
    requireSellable(store, currency) {
      const price = of(store, currency)
      if (!sellsIn(price.state)) throw new Refusal('price_unavailable', { state: price.state })
      return price
    },
    version,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    async close() {
      clearInterval(second)
      await reading.catch(() => {})
    },
  }
}

/** A price that was young enough when the market closed is its last close, however long it stays closed. */
function phaseAt(market: Market, staleAfter: number, nowMs: number): Phase {
  const { open, since } = market.at(nowMs)
  if ((open ? nowMs : (since ?? 0)) > staleAfter) return 'stale'
  return open ? 'live' : 'closed'
}

const phases: Phase[] = ['live', 'closed', 'stale']

type Tick = {
  id: bigint
  source_at: Date
  unchanged_since: Date | null
  spot_usd_e6: bigint
  rates: string
  quarantined: boolean
}
type StoreTerms = {
  store: string
  currency: Currency
  spread_id: number
  ask_bps: BasisPoints
  bid_bps: BasisPoints
  closed_spread_id: number | null
  closed_ask_bps: BasisPoints | null
  closed_bid_bps: BasisPoints | null
  halted: boolean
  day_ends_at: Date
  open: bigint | null
  high: bigint | null
  low: bigint | null
  previous_close: bigint | null
  previous_ask_bps: BasisPoints | null
}

async function readMemory(db: Db, stores: Store[], nowMs: number, rule: Settings['price']): Promise<Memory> {
  const tick = await db.row<Tick>(sql`
    select id, source_at, unchanged_since, spot_usd_e6, rates_e6::text as rates,
      exists (select from pricing.quarantines where ended_at is null) as quarantined
    from pricing.ticks where verdict = 'accepted' order by id desc limit 1`)
  const terms = await readTerms(db, stores, nowMs)
  const entries: Memory['entries'] = new Map(stores.map((store) => [store.code, new Map()]))
  const dayEndsAt = Math.min(...terms.map((one) => one.day_ends_at.getTime()), nowMs + 3_600_000)
  if (!tick) return { entries, staleAfter: 0, dayEndsAt }
  const spots = spotsOf({ spotUsdE6: tick.spot_usd_e6, ratesE6: readRatesE6(tick.rates) })
  for (const one of terms) {
    const spot = spots.get(one.currency)
    if (spot !== undefined) entries.get(one.store)?.set(one.currency, entryOf(tick, one, perGram(spot)))
  }
  return { entries, staleAfter: staleAfterOf(tick, rule), dayEndsAt }
}

/** A source without times that says the same for too long has stopped, however often it is read. */
const staleAfterOf = (tick: Tick, { staleAfterSeconds, frozenSeconds }: Settings['price']): number =>
  Math.min(
    tick.source_at.getTime() + staleAfterSeconds * 1000,
    tick.unchanged_since ? tick.unchanged_since.getTime() + frozenSeconds * 1000 : Number.POSITIVE_INFINITY,
  )

/** For each store and currency the spread and halt in force, its day so far, and its close and spread at the midnight before. */
function readTerms(db: Db, stores: Store[], nowMs: number): Promise<StoreTerms[]> {
  const pairs = stores.flatMap((store) => store.currencies.map((currency) => ({ ...store, currency })))
  return db.rows<StoreTerms>(sql`
    select p.store, p.currency, s.id as spread_id, s.ask_bps, s.bid_bps,
      closed.id as closed_spread_id, closed.ask_bps as closed_ask_bps, closed.bid_bps as closed_bid_bps, h.id is not null as halted, p.day_ends_at,
      today.open, today.high, today.low, before.close as previous_close, s_before.ask_bps as previous_ask_bps
    from (
      select store, zone, currency, date_trunc('day', at, zone) as day,
        (date_trunc('day', at at time zone zone) + interval '1 day') at time zone zone as day_ends_at
      from unnest(${pairs.map(({ code }) => code)}::text[], ${pairs.map(({ timeZone }) => timeZone)}::text[],
        ${pairs.map(({ currency }) => currency)}::text[]) as pair (store, zone, currency), to_timestamp(${nowMs} / 1000.0) as at
    ) p
    cross join lateral (
      select id, ask_bps, bid_bps from pricing.spreads where store = p.store order by set_at desc, id desc limit 1
    ) s
    left join lateral (
      select id, ask_bps, bid_bps from pricing.closed_spreads where store = p.store order by set_at desc, id desc limit 1
    ) closed on true
    left join lateral (
      select ask_bps from pricing.spreads where store = p.store and set_at <= p.day order by set_at desc, id desc limit 1
    ) s_before on true
    left join pricing.halts h on h.store = p.store and h.resumed_at is null
    left join pricing.candles today
      on (today.currency, today.span, today.zone, today.starts_at) = (p.currency, '1d', p.zone, p.day)
    left join lateral (
      select close from pricing.candles c where c.currency = p.currency and c.span = '1d' and c.zone = p.zone and c.starts_at < p.day
      order by c.starts_at desc limit 1
    ) before on true`)
}

function entryOf(tick: Tick, terms: StoreTerms, spot: PricePerGram): Entry {
  const ask = (value: bigint, spread = terms.ask_bps) => askOf(perGram(value), spread)
  const { open, high, low, previous_close: close, previous_ask_bps: closeBps } = terms
  const held = terms.halted ? 'halted' : tick.quarantined ? 'quarantined' : null
  const live: PriceNow = {
    store: terms.store,
    tickId: tick.id,
    spreadId: terms.spread_id,
    state: held ?? 'live',
    currency: terms.currency,
    sourceAt: tick.source_at.getTime(),
    spot,
    ask: ask(spot),
    bid: bidOf(spot, terms.bid_bps),
    askBps: terms.ask_bps,
    bidBps: terms.bid_bps,
    previousCloseAsk: close === null || closeBps === null ? null : ask(close, closeBps),
    day: open === null || high === null || low === null ? null : { open: ask(open), high: ask(high), low: ask(low) },
  }
  if (held) return { live, stale: live, closed: live }
  const stale: PriceNow = { ...live, state: 'stale' }
  return { live, stale, closed: closedEntry(live, terms) ?? stale }
}

/** The last close at the spread for a closed market; undefined while staff have set none. */
function closedEntry(live: PriceNow, terms: StoreTerms): PriceNow | undefined {
  const { closed_spread_id: spreadId, closed_ask_bps: askBps, closed_bid_bps: bidBps } = terms
  if (spreadId === null || askBps === null || bidBps === null) return undefined
  const { spot } = live
  return { ...live, state: 'closed', spreadId, askBps, bidBps, ask: askOf(spot, askBps), bid: bidOf(spot, bidBps) }
}
