/** The gold that members own, as staff see and keep it. */
import { askEndFreeze } from '../../backing/end-freeze.ts'
import { bringBack, loseBar } from '../../backing/register/lose-bar.ts'
import * as shapes from '../../backing/register/office-contract.ts'
import { askPledge, releaseBar } from '../../backing/register/pledge-bar.ts'
import { receiveBars } from '../../backing/register/receive-bars.ts'
import { barLines, barsHead, describeBacking, describeBar, listBars } from '../../backing/register/register-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: vault']
const sees = { access: 'staff', permission: 'vault.see' } as const
const moves = (permission: Permission) => ({ access: 'staff', permission, once: true }) as const

export function vaultOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/backing',
    {
      config: sees,
      schema: {
        tags,
        summary: 'What a store owes in gold and what it has',
        querystring: shapes.BackingOf,
        response: { 200: shapes.BackingNow },
      },
    },
    ({ query }) => describeBacking(karat.db, knownStore(karat, query.store).code),
  )
  door.get(
    '/vault/bars',
    {
      config: sees,
      schema: {
        tags,
        summary: 'The register of bars',
        querystring: shapes.BarsQuery,
        response: { 200: shapes.BarsPage },
      },
    },
    (request) => listBars(karat.db, { ...request.query, reader: requireStaff(request).id }, request.query),
  )
  door.get(
    '/vault/exportBars',
    {
      config: { access: 'staff', permission: 'vault.export', ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file, in grams and troy ounces',
        querystring: shapes.BarsExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const wanted = { ...request.query, reader: requireStaff(request).id }
      const { rows } = await listBars(karat.db, wanted, { page: 1, size: karat.settings.staff.exportRows })
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'vault.export', details }))
      return sendCsv(reply, 'bars', barsHead, barLines(rows), karat.now())
    },
  )
  door.get(
    '/vault/bar',
    {
      config: sees,
      schema: {
        tags,
        summary: 'What happened to one bar',
        querystring: shapes.BarOf,
        response: { 200: shapes.BarHistory },
      },
    },
    ({ query }) => describeBar(karat.db, query.bar_id),
  )
  changes(door, karat)
  pledges(door, karat)
}

function changes(door: Door, karat: Karat) {
  door.post(
    '/vault/receive',
    {
      config: moves('vault.receive'),
      schema: {
        tags,
        summary: 'Bars have come into the vault of a store',
        body: shapes.ReceiveBars,
        response: { 200: shapes.BarsReceived },
      },
    },
    (request) => {
      const { bars: typed, ...rest } = request.body
      return receiveBars(karat, requireStaff(request), { ...rest, typed }, staffOnce(request))
    },
  )
  door.post(
    '/vault/lose',
    {
      config: moves('vault.lose'),
      schema: { tags, summary: 'A bar is missing', body: shapes.BarChange, response: { 200: shapes.BarLost } },
    },
    (request) => {
      const { bar_id: barId, reason } = request.body
      return loseBar(karat, requireStaff(request), { barId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/vault/bringBack',
    {
      config: moves('vault.lose'),
      schema: { tags, summary: 'A missing bar is there again', body: shapes.BarFound, response: { 200: Done } },
    },
    (request) => {
      const { bar_id: barId, ...wish } = request.body
      return bringBack(karat, requireStaff(request), { barId, ...wish }, staffOnce(request))
    },
  )
  door.post(
    '/vault/unfreeze',
    {
      config: moves('vault.unfreeze'),
      schema: {
        tags,
        summary: 'Ask for the second person who lets a store sell gold again',
        body: shapes.EndFreeze,
        response: { 200: shapes.SecondAsked },
      },
    },
    (request) => askEndFreeze(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

function pledges(door: Door, karat: Karat) {
  door.post(
    '/vault/pledge',
    {
      config: moves('vault.pledge'),
      schema: {
        tags,
        summary: 'Ask for the second person who pledges a bar',
        body: shapes.PledgeBar,
        response: { 200: shapes.SecondAsked },
      },
    },
    (request) => {
      const { bar_id: barId, ...wish } = request.body
      return askPledge(karat, requireStaff(request), { barId, ...wish }, staffOnce(request))
    },
  )
  door.post(
    '/vault/release',
    {
      config: moves('vault.release'),
      schema: { tags, summary: 'A pledged bar is free again', body: shapes.BarChange, response: { 200: Done } },
    },
    (request) => {
      const { bar_id: barId, reason } = request.body
      return releaseBar(karat, requireStaff(request), { barId, reason }, staffOnce(request))
    },
  )
}
