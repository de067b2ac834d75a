/** The house's account at its bank: statements read in, what their lines are, and what goes back. */
import { askAside, confirmLine, proposeLine, rejectLine, returnLine } from '../../bank/decide-line.ts'
import { importStatement } from '../../bank/import-statement.ts'
import * as shapes from '../../bank/office-contract.ts'
import { listLines, listReturns, previewStatement, readAccounts, readPayList } from '../../bank/office-queries.ts'
import { askList, completeReturn, notePaid } from '../../bank/returns.ts'
import { makeSample } from '../../bank/sample-statement.ts'
import { askAccount } from '../../bank/set-account.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: bank']
const sees = { access: 'staff', permission: 'bank.see' } as const
const moves = (permission: Permission) => ({ access: 'staff', permission, once: true }) as const
const bodyLimit = 20_000_000

export function bankCalls(door: Door, karat: Karat): void {
  importing(door, karat)
  accounts(door, karat)
  deciding(door, karat)
  returning(door, karat)
}

function importing(door: Door, karat: Karat): void {
  door.get(
    '/bank/lines',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Lines of bank statements, those that wait for people first' },
        ...{ querystring: shapes.LinesQuery, response: { 200: shapes.LinesPage } },
      },
    },
    (request) => listLines(karat.db, requireStaff(request).id, request.query),
  )
  door.post(
    '/bank/preview',
    {
      ...{ config: { access: 'staff', permission: 'bank.import', once: false }, bodyLimit },
      schema: {
        ...{ tags, summary: 'What importing a statement would do, line by line' },
        ...{ body: shapes.StatementFile, response: { 200: shapes.StatementPlan } },
      },
    },
    ({ body }) => previewStatement(karat, body),
  )
  door.post(
    '/bank/import',
    {
      ...{ config: moves('bank.import'), bodyLimit },
      schema: {
        ...{ tags, summary: 'Import a statement; what confirms itself pays at once' },
        ...{ body: shapes.ImportStatement, response: { 200: shapes.StatementImported } },
      },
    },
    (request) => importStatement(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

function accounts(door: Door, karat: Karat): void {
  door.get(
    '/bank/accounts',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'The accounts that members of a store transfer to, the shown one first' },
        ...{ querystring: shapes.AccountsOf, response: { 200: shapes.BankAccounts } },
      },
    },
    ({ query }) => readAccounts(karat, knownStore(karat, query.store).code),
  )
  door.get(
    '/bank/sample',
    {
      config: { ...sees, ...asFile },
      schema: {
        ...{ tags, summary: 'Of a demonstration: a statement that pays its open transfers', produces: ['text/plain'] },
        ...{ querystring: shapes.AccountsOf, response: { 200: CsvAnswer } },
      },
    },
    async ({ query }, reply) => {
      if (!karat.config.DEMO) throw new Refusal('not_found')
      reply.type('text/plain; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="statement.mt940"')
      return makeSample(karat, knownStore(karat, query.store).code)
    },
  )
  door.post(
    '/bank/account',
    {
      config: moves('bank.account'),
      schema: {
        ...{ tags, summary: 'Ask for the second person with whom members transfer to another account' },
        ...{ body: shapes.SetAccount, response: { 200: shapes.AccountAsked } },
      },
    },
    (request) => askAccount(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

function deciding(door: Door, karat: Karat): void {
  door.post(
    '/bank/confirm',
    {
      config: moves('bank.confirm'),
      schema: {
        ...{ tags, summary: 'Confirm, as another person than who proposed it, that a line is its payment' },
        ...{ body: shapes.DecideLine, response: { 200: Done } },
      },
    },
    (request) => confirmLine(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/reject',
    {
      config: moves('bank.confirm'),
      schema: { tags, summary: 'A line is not the proposed payment', body: shapes.DecideLine, response: { 200: Done } },
    },
    (request) => rejectLine(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/propose',
    {
      config: moves('bank.confirm'),
      schema: {
        ...{ tags, summary: 'Propose the payment that a line is, for another person to confirm' },
        ...{ body: shapes.ProposeLine, response: { 200: Done } },
      },
    },
    (request) => proposeLine(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/return',
    {
      config: moves('bank.confirm'),
      schema: {
        tags,
        summary: 'Send the money of a line back to where it came from',
        body: shapes.DecideLine,
        response: { 200: Done },
      },
    },
    (request) => returnLine(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/aside',
    {
      config: moves('bank.aside'),
      schema: {
        ...{ tags, summary: 'Ask for the second person with whom a line is no payment: interest, a settlement' },
        ...{ body: shapes.DecideLine, response: { 200: shapes.BankAsked } },
      },
    },
    (request) => askAside(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

const listHead = ['account', 'name', 'amount', 'currency', 'reference']

function returning(door: Door, karat: Karat): void {
  door.get(
    '/bank/returns',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Money on its way back by payout lists' },
        ...{ querystring: shapes.ReturnsQuery, response: { 200: shapes.ReturnsPage } },
      },
    },
    ({ query }) => listReturns(karat.db, query),
  )
  door.post(
    '/bank/completeReturn',
    {
      config: moves('bank.confirm'),
      schema: {
        ...{ tags, summary: 'Where money goes back to whose account its statement did not name' },
        ...{ body: shapes.CompleteReturn, response: { 200: Done } },
      },
    },
    (request) => completeReturn(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/list',
    {
      config: moves('bank.pay'),
      schema: {
        ...{ tags, summary: 'Ask for the second person with whom these are put on a payout list' },
        ...{ body: shapes.AskList, response: { 200: shapes.BankAsked } },
      },
    },
    (request) => askList(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/bank/paid',
    {
      config: moves('bank.confirm'),
      schema: {
        ...{ tags, summary: 'Note that the bank has paid what is on a list' },
        ...{ body: shapes.DecideReturn, response: { 200: Done } },
      },
    },
    (request) => notePaid(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.get(
    '/bank/listFile',
    {
      config: { access: 'staff', permission: 'bank.pay', ...asFile },
      schema: {
        ...{ tags, summary: 'A payout list as a file for the bank', produces: ['text/csv'] },
        ...{ querystring: shapes.ListOf, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const { number, rows } = await readPayList(karat.db, request.query.list_id)
      const staff = requireStaff(request)
      const details = { did: 'export' as const, rows: rows.length, list: number }
      await karat.db.transaction((tx) => recordAction(tx, staff, { action: 'bank.see', details }))
      return sendCsv(reply, number, listHead, rows, karat.now())
    },
  )
}
