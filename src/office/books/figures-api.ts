/** The owner's figures: what was sold and earned in a range of days, and what the store has now. */
import * as shapes from '../../books/figures-contract.ts'
import { readFigures } from '../../books/read-figures.ts'
import { readStanding } from '../../books/read-standing.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: books']
const config = { access: 'staff', permission: 'dashboard.figures' } as const
const head = ['gold', 'premium', 'making charge', 'returned', 'sales', 'cost of sales', 'trades', 'margin', 'currency']

export function figuresCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/figures',
    {
      config,
      schema: {
        ...{ tags, summary: 'Sales, cost and margin by day and product, held against the ledger' },
        ...{ querystring: shapes.FiguresQuery, response: { 200: shapes.Figures } },
      },
    },
    ({ query: { store, from, to }, language }) =>
      readFigures(karat.db, knownStore(karat, store), { from, to, language }),
  )
  door.get(
    '/books/standing',
    {
      config,
      schema: {
        ...{ tags, summary: 'Stock at the bid and by age, suspense, open exposure and members’ cash' },
        ...{ querystring: shapes.StandingQuery, response: { 200: shapes.Standing } },
      },
    },
    ({ query }) => readStanding(karat, knownStore(karat, query.store)),
  )
  door.get(
    '/books/figures.csv',
    {
      config: { access: 'staff', permission: 'books.export', ...asFile },
      schema: {
        ...{ tags, summary: 'Sales, cost and margin by day or by product as CSV', produces: ['text/csv'] },
        ...{ querystring: shapes.FiguresFileQuery, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const { by, store, from, to } = request.query
      const read = await readFigures(karat.db, knownStore(karat, store), { from, to, language: request.language })
      const rows =
        by === 'day'
          ? read.days.map((row) => [row.day, ...cells(row)])
          : read.products.map((row) => [row.name || 'grams', ...cells(row)])
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), {
          ...{ action: 'books.export', subject: { kind: 'days', id: `${from} ${to}` }, store },
          details: { did: 'export', file: `figures by ${by}`, rows: rows.length },
        }),
      )
      const all = rows.map((row) => [...row, read.currency])
      return sendCsv(reply, `figures-${store}-${from}-${to}-${by}`, [by, ...head], all, karat.now())
    },
  )
}

const cells = (row: shapes.TotalsView) => [
  ...[row.gold, row.premium, row.making, row.returned, row.sales, row.cost, row.trades, row.margin],
]
