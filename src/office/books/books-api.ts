/** The owner's books: days as journals, the numbers in them, and their files. */
import * as shapes from '../../books/contract.ts'
import { listJournals, readChart, readJournal } from '../../books/journal-queries.ts'
import { makeFile, setAccount } from '../../books/make-file.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff } from '../../staff/door.ts'
import { asFile, CsvAnswer } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'
import { figuresCalls } from './figures-api.ts'
import { ledgerCalls } from './ledger-api.ts'
import { registerCalls } from './register-api.ts'

const tags = ['office: books']
const sees = { access: 'staff', permission: 'books.see' } as const

export function booksCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/journals',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Days of a month on which something was posted' },
        ...{ querystring: shapes.JournalsQuery, response: { 200: shapes.Journals } },
      },
    },
    ({ query: { store, ...wish } }) => listJournals(karat, knownStore(karat, store), wish),
  )
  door.get(
    '/books/journal',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'A day of a store as a balanced journal' },
        ...{ querystring: shapes.JournalQuery, response: { 200: shapes.Journal } },
      },
    },
    ({ query }) => readJournal(karat, knownStore(karat, query.store), query.day),
  )
  door.get(
    '/books/journal.csv',
    {
      config: { access: 'staff', permission: 'books.export', ...asFile },
      schema: {
        ...{ tags, summary: 'A closed day as a file for a program of accounting', produces: ['text/csv'] },
        ...{ querystring: shapes.JournalFileQuery, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const { store: code, day, format, currency } = request.query
      const store = knownStore(karat, code)
      const wish = { day, format, currency: currency ?? store.currency }
      const content = await makeFile(karat, requireStaff(request), store, wish)
      const name = `journal-${code}-${day}-${wish.currency}-${format}.csv`
      return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content })
    },
  )
  chartCalls(door, karat)
  registerCalls(door, karat)
  ledgerCalls(door, karat)
  figuresCalls(door, karat)
}

function chartCalls(door: Door, karat: Karat): void {
  door.get(
    '/books/chart',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'The number and name of each account kind in a store’s journals' },
        ...{ querystring: shapes.ChartQuery, response: { 200: shapes.Chart } },
      },
    },
    ({ query }) => readChart(karat, knownStore(karat, query.store)),
  )
  door.post(
    '/books/setAccount',
    {
      config: { access: 'staff', permission: 'books.set_account' },
      schema: {
        ...{ tags, summary: 'Give an account kind another number and name, from a day on' },
        ...{ body: shapes.SetAccount, response: { 200: shapes.Chart } },
      },
    },
    (request) => setAccount(karat, requireStaff(request), knownStore(karat, request.body.store), request.body),
  )
}
