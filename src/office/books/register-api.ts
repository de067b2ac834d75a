/** The register of invoices and the takings of a month, on pages and as files. */
import type { FastifyReply } from 'fastify'
import * as shapes from '../../books/contract.ts'
import {
  readRegister,
  readTakings,
  registerCells,
  registerHead,
  takingsCells,
  takingsHead,
  taxCells,
  taxHead,
} from '../../books/register.ts'
import type { Queryable } from '../../db/database.ts'
import { importText } from '../../http/csv.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, type Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { Store } from '../../stores/stores.ts'
import { asFile, CsvAnswer } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: books']
const sees = { access: 'staff', permission: 'books.see' } as const

export function registerCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/invoices',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Invoices and credit notes of a month, with the numbers that are missing' },
        ...{ querystring: shapes.MonthQuery, response: { 200: shapes.Register } },
      },
    },
    ({ query }) => readRegister(karat.db, knownStore(karat, query.store), query.month),
  )
  door.get(
    '/books/takings',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'What was taken on each day of a month, by way of payment' },
        ...{ querystring: shapes.MonthQuery, response: { 200: shapes.Takings } },
      },
    },
    ({ query }) => readTakings(karat.db, knownStore(karat, query.store), query.month),
  )
  door.get('/books/invoices.csv', asMonthFile('The register of invoices of a month as CSV'), (request, reply) =>
    sendMonth(karat, requireStaff(request), reply, { ...request.query, ...invoices }),
  )
  door.get('/books/tax.csv', asMonthFile('The papers of a month on which tax stands as CSV'), (request, reply) =>
    sendMonth(karat, requireStaff(request), reply, { ...request.query, ...tax }),
  )
  door.get(
    '/books/takings.csv',
    asMonthFile('The takings of a month by day and way of payment as CSV'),
    (request, reply) => sendMonth(karat, requireStaff(request), reply, { ...request.query, ...takings }),
  )
}

const asMonthFile = (summary: string) =>
  ({
    config: { access: 'staff', permission: 'books.export', ...asFile },
    schema: {
      ...{ tags, summary, produces: ['text/csv'] },
      ...{ querystring: shapes.MonthQuery, response: { 200: CsvAnswer } },
    },
  }) as const

type MonthFile = {
  name: string
  head: string[]
  cells: (db: Queryable, store: Store, month: string) => Promise<string[][]>
}
const invoices: MonthFile = {
  ...{ name: 'invoices', head: registerHead },
  cells: async (...of) => registerCells(await readRegister(...of)),
}
const tax: MonthFile = { name: 'tax', head: taxHead, cells: taxCells }
const takings: MonthFile = {
  ...{ name: 'takings', head: takingsHead },
  cells: async (...of) => takingsCells(await readTakings(...of)),
}

type Wish = MonthFile & { store: string; month: string }

async function sendMonth(karat: Karat, staff: Staff, reply: FastifyReply, { store, month, name, head, cells }: Wish) {
  const rows = await cells(karat.db, knownStore(karat, store), month)
  await karat.db.transaction((tx) =>
    recordAction(tx, staff, {
      ...{ action: 'books.export', subject: { kind: 'month', id: month }, store },
      details: { did: 'export', file: name, rows: rows.length },
    }),
  )
  const content = importText([head, ...rows])
  return sendFile(reply, { name: `${name}-${store}-${month}.csv`, type: 'text/csv; charset=utf-8', content })
}
