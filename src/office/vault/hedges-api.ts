/** The vault's desk: what a store is bound to and owns, and the trades that offset it. */
import * as shapes from '../../backing/hedges/hedge-contract.ts'
import { describeDesk, listHedges } from '../../backing/hedges/hedge-queries.ts'
import { correctHedge, noteHedge } from '../../backing/hedges/note-hedge.ts'
import type { Cell } from '../../http/csv.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: vault']
const sees = { access: 'staff', permission: 'vault.see' } as const
const moves = { access: 'staff', permission: 'vault.hedge', once: true } as const

export function hedgesApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/desk',
    {
      config: sees,
      schema: {
        tags,
        summary: 'What a store is bound to, what gold it owns with its hedges, and its members’ cash',
        querystring: shapes.DeskOf,
        response: { 200: shapes.DeskNow },
      },
    },
    ({ query }) => describeDesk(karat, knownStore(karat, query.store)),
  )
  door.get(
    '/vault/hedges',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Trades by which the house offsets its gold, the newest first',
        querystring: shapes.HedgesQuery,
        response: { 200: shapes.HedgesPage },
      },
    },
    ({ query }) => listHedges(karat.db, query, query),
  )
  door.get(
    '/vault/exportHedges',
    {
      config: { access: 'staff', permission: 'vault.export', ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file',
        querystring: shapes.HedgesExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const page = { page: 1, size: karat.settings.staff.exportRows }
      const { rows } = await listHedges(karat.db, request.query, page)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'vault.export', details }))
      return sendCsv(reply, 'hedges', hedgesHead, rows.map(hedgeCells), karat.now())
    },
  )
  changes(door, karat)
}

function changes(door: Door, karat: Karat) {
  door.post(
    '/vault/noteHedge',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Note a trade that offsets the house’s gold, or ask for the second person that it takes',
        body: shapes.NoteHedge,
        response: { 200: shapes.HedgeNoted },
      },
    },
    (request) => noteHedge(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/vault/correctHedge',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Take a hedge back by a counter-row, or ask for the second person that it takes',
        body: shapes.CorrectHedge,
        response: { 200: shapes.HedgeNoted },
      },
    },
    (request) => {
      const { hedge_id: hedgeId, reason } = request.body
      return correctHedge(karat, requireStaff(request), { hedgeId, reason }, staffOnce(request))
    },
  )
}

const hedgesHead = [
  ...[
    'number',
    'store',
    'side',
    'grams',
    'price',
    'currency',
    'value',
    'counterparty',
    'reference',
    'traded_at',
    'noted_at',
  ],
  ...['by', 'reason', 'corrects', 'corrected_by'],
]
const hedgeCells = (row: shapes.HedgeView): Cell[] => [
  ...[row.number, row.store, row.side, row.grams, row.price, row.currency, row.value, row.counterparty, row.reference],
  ...[row.traded_at, row.noted_at, row.by, row.reason, row.corrects, row.corrected_by],
]
