/** The price, as staff see and steer it. */
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import { bps } from '../money/money.ts'
import { changeSpread } from '../pricing/change-spread.ts'
import { haltByStaff, resumeByStaff } from '../pricing/decide-halt.ts'
import { listSpreads, listTicks } from '../pricing/desk-queries.ts'
import { requireStaff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import * as shape from './price-contract.ts'
import { describePriceDesk, previewSpread } from './price-desk-queries.ts'

const tags = ['admin: prices']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function pricesApi(door: Door, karat: Karat) {
  const config = needs('prices.see')
  door.get(
    '/prices/desk',
    { config, schema: { tags, summary: 'Feeds, prices, spreads and halts', response: { 200: shape.PriceDesk } } },
    () => describePriceDesk(karat),
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
  steeringCalls(door, karat)
}

function steeringCalls(door: Door, karat: Karat) {
  door.post(
    '/prices/halt',
    {
      config: needs('prices.halt'),
      schema: { tags, summary: 'Stop selling in a store', body: shape.HaltOrResume, response: { 200: shape.Changed } },
    },
    (request) => haltByStaff(karat, requireStaff(request), request.body),
  )
  door.post(
    '/prices/resume',
    {
      config: needs('prices.resume'),
      schema: { tags, summary: 'Sell again', body: shape.HaltOrResume, response: { 200: shape.Changed } },
    },
    (request) => resumeByStaff(karat, requireStaff(request), request.body),
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
      const { ask_bps, bid_bps, seen_id: seenId, ...rest } = request.body
      return changeSpread(karat, requireStaff(request), { ...rest, seenId, askBps: bps(ask_bps), bidBps: bps(bid_bps) })
    },
  )
}
