/** The price as the staff look at it: feeds, ticks, halts, spreads. */

import { empty, type Queryable, sql } from '../db/database.ts'
import { decimal } from '../money/money.ts'
import type { PromiseChoice } from './halt-rules.ts'
import type { DoubtRule } from './quarantine-rules.ts'
import { readRatesE6 } from './tick-rates.ts'

type FeedRow = {
  source: string
  sourceAt: Date
  receivedAt: Date
  verdict: 'accepted' | 'quarantined'
  waiting: number
}
/** No further back does anybody look for ticks. */
const LATEST = 5000
const latest = sql`(select * from pricing.ticks where id > (select coalesce(max(id), 0) - ${LATEST}::int from pricing.ticks))`

/** Each source that spoke lately: its last word, and how many of its ticks wait in quarantine since the last accepted one. */
export const listFeeds = (db: Queryable): Promise<FeedRow[]> =>
  db.rows(sql`
    select distinct on (source) source, source_at as "sourceAt", received_at as "receivedAt", verdict,
      (select count(*)::int from pricing.ticks w where w.verdict = 'quarantined' and w.source = tick.source
        and w.id > coalesce((select max(id) from pricing.ticks where verdict = 'accepted'), 0)) as waiting
    from ${latest} tick where received_at > now() - interval '1 day' or id = (select max(id) from pricing.ticks)
    order by source, id desc`)

export type TermsRow = {
  store: string
  spreadId: number
  askBps: number
  bidBps: number
  /** Null for the one that a store began with. */
  setAt: Date | null
  setBy: string
  reason: string
  closedSpreadId: number | null
  closedAskBps: number | null
  closedBidBps: number | null
  closedSetAt: Date | null
  closedSetBy: string | null
  closedReason: string | null
  haltedAt: Date | null
  haltedBy: string | null
  haltReason: string | null
  haltGuarantees: PromiseChoice | null
}

/** The spread and the halt in force in each store that has a spread. */
export const listTerms = (db: Queryable): Promise<TermsRow[]> =>
  db.rows(sql`
    select distinct on (s.store) s.store, s.id as "spreadId", s.ask_bps as "askBps", s.bid_bps as "bidBps", case when isfinite(s.set_at) then s.set_at end as "setAt",
      s.set_by as "setBy", s.reason, c.id as "closedSpreadId", c.ask_bps as "closedAskBps", c.bid_bps as "closedBidBps",
      c.set_at as "closedSetAt", c.set_by as "closedSetBy", c.reason as "closedReason",
      h.halted_at as "haltedAt", h.halted_by as "haltedBy", h.reason as "haltReason", h.guarantees as "haltGuarantees"
    from pricing.spreads s left join pricing.halts h on h.store = s.store and h.resumed_at is null
    left join lateral (select * from pricing.closed_spreads where store = s.store order by set_at desc, id desc limit 1) c on true
    order by s.store, s.set_at desc, s.id desc`)

type Paging = { page: number; size: number }
type TickRow = {
  id: bigint
  source: string
  sourceAt: Date
  receivedAt: Date
  spot: bigint
  rates: string
  verdict: string
}

/** The latest ticks, the newest first, of one verdict or all. */
export async function listTicks(db: Queryable, { verdict, page, size }: Paging & { verdict?: string | undefined }) {
  const wanted = verdict ? sql`where verdict = ${verdict}` : empty
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${latest} tick ${wanted}`),
    db.rows<TickRow>(sql`
      select id, source, source_at as "sourceAt", received_at as "receivedAt", spot_usd_e6 as spot, rates_e6::text as rates, verdict
      from ${latest} tick ${wanted} order by id desc limit ${size} offset ${(page - 1) * size}`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ id, source, sourceAt, receivedAt, spot, rates, verdict: said }) => ({
      id: String(id),
      source,
      source_at: sourceAt.toISOString(),
      received_at: receivedAt.toISOString(),
      spot_usd: decimal(spot, 6),
      rates: Object.fromEntries(Object.entries(readRatesE6(rates)).map(([code, rate]) => [code, decimal(rate, 6)])),
      verdict: said as FeedRow['verdict'],
    })),
  }
}

type SpreadRow = {
  id: number
  store: string
  askBps: number
  bidBps: number
  setAt: Date | null
  setBy: string
  reason: string
}

/** Every spread there was, the newest first, of one store or all. */
export async function listSpreads(db: Queryable, { store, page, size }: Paging & { store?: string | undefined }) {
  const wanted = store ? sql`where store = ${store}` : empty
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from pricing.spreads ${wanted}`),
    db.rows<SpreadRow>(sql`
      select id, store, ask_bps as "askBps", bid_bps as "bidBps", case when isfinite(set_at) then set_at end as "setAt", set_by as "setBy", reason
      from pricing.spreads ${wanted} order by set_at desc, id desc limit ${size} offset ${(page - 1) * size}`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ askBps, bidBps, setAt, setBy, ...row }) => ({
      ...row,
      ask_bps: askBps,
      bid_bps: bidBps,
      set_at: setAt?.toISOString() ?? null,
      set_by: setBy,
    })),
  }
}

export type QuarantineRow = {
  id: number
  rule: DoubtRule
  openedAt: Date
  fromSpot: bigint
  fromRates: string
  toSpot: bigint
  toRates: string
  /** The newest reading, which is what would be accepted, and the last accepted one. */
  newestId: bigint
  newestSpot: bigint
  newestRates: string
  newestAt: Date
  lastSpot: bigint
  lastRates: string
}

/** The quarantine that is open, with what would be accepted; undefined while there is none. */
export const findQuarantine = (db: Queryable): Promise<QuarantineRow | undefined> =>
  db.row(sql`
    select q.id, q.rule, q.opened_at as "openedAt", q.from_spot_usd_e6 as "fromSpot", q.from_rates_e6::text as "fromRates",
      q.to_spot_usd_e6 as "toSpot", q.to_rates_e6::text as "toRates", newest.id as "newestId", newest.spot_usd_e6 as "newestSpot",
      newest.rates_e6::text as "newestRates", newest.source_at as "newestAt", last.spot_usd_e6 as "lastSpot", last.rates_e6::text as "lastRates"
    from pricing.quarantines q,
      (select * from pricing.ticks order by id desc limit 1) newest,
      (select * from pricing.ticks where verdict = 'accepted' order by id desc limit 1) last
    where q.ended_at is null`)

/** Since when the feed has given no reading; null while it gives some. */
export const findFailure = async (db: Queryable): Promise<Date | null> =>
  (await db.row<{ since: Date | null }>(sql`select failing_since as since from pricing.feed`))?.since ?? null

export type SecondSourceRow = { source: string; sourceAt: Date; receivedAt: Date; unchangedSince: Date | null }

/** What the second source said last; undefined where there is none. */
export const findSecondSource = (db: Queryable): Promise<SecondSourceRow | undefined> =>
  db.row(sql`
    select source, source_at as "sourceAt", received_at as "receivedAt", unchanged_since as "unchangedSince"
    from pricing.reference_readings order by source_at desc limit 1`)

type SourcePoint = { at: Date; spot: bigint; kind: 'accepted' | 'quarantined' | 'second' }

/** What both sources said since `fromMs`, oldest first: the last word of each in every half minute. */
export const listSourcePoints = (db: Queryable, fromMs: number): Promise<SourcePoint[]> =>
  db.rows(sql`
    select * from (
      select distinct on (date_bin('30 seconds', source_at, 'epoch'), verdict) source_at as at, spot_usd_e6 as spot, verdict as kind
      from pricing.ticks where source_at >= to_timestamp(${fromMs} / 1000.0)
      order by date_bin('30 seconds', source_at, 'epoch'), verdict, source_at desc) feed
    union all select * from (
      select distinct on (date_bin('30 seconds', source_at, 'epoch')) source_at, spot_usd_e6, 'second'
      from pricing.reference_readings where source_at >= to_timestamp(${fromMs} / 1000.0)
      order by date_bin('30 seconds', source_at, 'epoch'), source_at desc) second
    order by at`)
