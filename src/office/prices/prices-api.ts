/** The price, as staff see and steer it. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { bps } from '../../money/money.ts'
import { holdPromises, releasePromises } from '../../orders/promises/hold-promises.ts'
import { changeSpread } from '../../pricing/change-spread.ts'
import { haltByStaff, resumeByStaff } from '../../pricing/decide-halt.ts'
import { acceptLevel, rejectLevel } from '../../pricing/decide-level.ts'
import { listSpreads, listTicks } from '../../pricing/office-queries.ts'
import { requireStaff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import * as shape from './price-contract.ts'
import { describePrices, listSources, previewSpread } from './prices-queries.ts'
import { tryFeedsNow } from './try-feeds-now.ts'

const tags = ['office: prices']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function pricesApi(door: Door, karat: Karat) {
  const config = needs('prices.see')
  door.get(
    '/prices/now',
    { config, schema: { tags, summary: 'Feeds, prices, spreads and halts', response: { 200: shape.PricesShape } } },
    () => describePrices(karat),
  )
  door.get(
    '/prices/ticks',
    {
      config,
      schema: { tags, summary: 'The latest ticks', querystring: shape.TicksQuery, response: { 200: shape.TicksPage } },
    },
    ({ query }) => listTicks(karat.db, query),
  )
  door.get(
    '/prices/spreads',
    {
      config,
      schema: {
        tags,
        summary: 'Every spread there was',
        querystring: shape.SpreadsQuery,
        response: { 200: shape.SpreadsPage },
      },
    },
    ({ query }) => listSpreads(karat.db, query),
  )
  door.get(
    '/prices/sources',
    { config, schema: { tags, summary: 'What both sources said lately', response: { 200: shape.SourcePoints } } },
    () => listSources(karat),
  )
  door.get(
    '/prices/tryFeeds',
    {
      config,
      schema: {
        tags,
        summary: 'What both sources say at this moment, and what it would be sold for; nothing is recorded',
        response: { 200: shape.TriedFeeds },
      },
    },
    () => tryFeedsNow(karat),
  )
  steeringCalls(door, karat)
  levelCalls(door, karat)
}

function levelCalls(door: Door, karat: Karat) {
  door.post(
    '/prices/acceptLevel',
    {
      config: needs('prices.accept'),
      schema: {
        tags,
        summary: 'Believe a quarantined price',
        body: shape.AcceptLevel,
        response: { 200: shape.SpreadChanged },
      },
    },
    (request) => {
      const { quarantine_id: quarantineId, tick_id, reason } = request.body
      return acceptLevel(karat, requireStaff(request), { quarantineId, seenTick: BigInt(tick_id), reason })
    },
  )
  door.post(
    '/prices/rejectLevel',
    {
      config: needs('prices.reject'),
      schema: {
        tags,
        summary: 'Go back to the last accepted price',
        body: shape.RejectLevel,
        response: { 200: shape.Rejected },
      },
    },
    async (request) => {
      const { quarantine_id: quarantineId, reason } = request.body
      await rejectLevel(karat, requireStaff(request), { quarantineId, reason })
      return { rejected: true } as const
    },
  )
}

function steeringCalls(door: Door, karat: Karat) {
  door.post(
    '/prices/halt',
    {
      config: needs('prices.halt'),
      schema: { tags, summary: 'Stop selling in a store', body: shape.Halt, response: { 200: shape.Changed } },
    },
    (request) => haltByStaff(karat, requireStaff(request), request.body, holdPromises),
  )
  door.post(
    '/prices/resume',
    {
      config: needs('prices.resume'),
      schema: { tags, summary: 'Sell again', body: shape.Resume, response: { 200: shape.Changed } },
    },
    (request) => resumeByStaff(karat, requireStaff(request), request.body, releasePromises),
  )
  door.post(
    '/prices/previewSpread',
    {
      config: needs('prices.spread'),
      schema: {
        tags,
        summary: 'What a spread would charge for 10 g',
        body: shape.PreviewSpread,
        response: { 200: shape.SpreadPreview },
      },
    },
    ({ body }) => previewSpread(karat, body),
  )
  door.post(
    '/prices/changeSpread',
    {
      config: needs('prices.spread'),
      schema: {
        tags,
        summary: 'Another spread from the next price on',
        body: shape.ChangeSpread,
        response: { 200: shape.SpreadChanged },
      },
    },
    (request) => {
      const { ask_bps, bid_bps, seen_id: seenId, market = 'open', ...rest } = request.body
      return changeSpread(karat, requireStaff(request), {
        ...rest,
        market,
        seenId,
        askBps: bps(ask_bps),
        bidBps: bps(bid_bps),
      })
    },
  )
}
