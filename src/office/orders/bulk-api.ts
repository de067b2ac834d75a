/** The same with many orders at once: chosen, foreseen, begun, and what became of each. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { sayRefusal } from '../../locale/refusal-text.ts'
import { amountText } from '../../money/money.ts'
import { beginRun, stopRun } from '../../orders/bulk/begin-run.ts'
import * as shapes from '../../orders/bulk/bulk-contract.ts'
import { countRun, getRun, listRuns } from '../../orders/bulk/bulk-queries.ts'
import { bulkPermission, MOST_OF_A_RUN } from '../../orders/bulk/bulk-rules.ts'
import { type Foreseen, previewRun } from '../../orders/bulk/preview-run.ts'
import { OfficeOrdersExport } from '../../orders/core/office-contract.ts'
import { listOfficeOrders } from '../../orders/core/office-list-queries.ts'
import { causesOfOrders } from '../../orders/give-up/cause-queries.ts'
import { requirePermission, requireStaff, staffOnce } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'

const tags = ['office: orders']
const access = { access: 'staff', permission: 'orders.bulk' } as const

export function bulkApi(door: Door, karat: Karat): void {
  choosing(door, karat)
  running(door, karat)
  results(door, karat)
}

/** A thousand orders and the states in which they were seen. */
const bodyLimit = 200_000

function choosing(door: Door, karat: Karat) {
  door.get(
    '/orders/found',
    {
      config: access,
      schema: {
        tags,
        summary: 'The first thousand orders that the filters of the list fit, to be chosen all at once',
        querystring: OfficeOrdersExport,
        response: { 200: shapes.FoundOrders },
      },
    },
    async ({ query, language }) => {
      const { total, rows } = await listOfficeOrders(karat.db, query, { page: 1, size: MOST_OF_A_RUN }, language)
      return { total, orders: rows.map(({ id, number, state, buyer }) => ({ id, number, state, buyer })) }
    },
  )
  door.post(
    '/orders/previewRun',
    {
      config: { ...access, once: false },
      schema: {
        tags,
        summary: 'What a run would do with each order, or why not: tried, and taken back',
        body: shapes.PreviewRun,
        response: { 200: shapes.RunPreview },
      },
    },
    async (request) => {
      const { action, orders } = request.body
      const staff = requireStaff(request)
      await requirePermission(karat, staff, bulkPermission[action])
      const foreseen = await previewRun(karat, staff, action, orders)
      const causes = action === 'give_up' ? await causesOfOrders(karat.db, orders) : []
      return { causes, orders: foreseen.map((one) => viewForeseen(one, request.language)) }
    },
  )
}

function viewForeseen(one: Foreseen, language: string) {
  const { orderId: order_id, outcome } = one
  if (outcome === 'refused')
    return { order_id, outcome, says: sayRefusal(one.refusal, language, one.told), returns: null, currency: null }
  const { returns } = one
  if (!returns || returns.minor === '0') return { order_id, outcome, says: null, returns: null, currency: null }
  const { currency } = returns
  return { order_id, outcome, says: null, returns: amountText(BigInt(returns.minor), currency), currency }
}

function running(door: Door, karat: Karat) {
  door.post(
    '/orders/beginRun',
    {
      ...{ config: { ...access, once: true }, bodyLimit },
      schema: {
        tags,
        summary: 'Do the same with up to a thousand orders, each by itself',
        body: shapes.BeginRun,
        response: { 200: shapes.RunBegun },
      },
    },
    (request) => {
      return beginRun(karat, requireStaff(request), request.body, staffOnce(request))
    },
  )
  door.post(
    '/orders/stopRun',
    {
      config: { ...access, once: true },
      schema: {
        tags,
        summary: 'Leave the orders of a run that still wait',
        body: shapes.RunOf,
        response: { 200: shapes.RunStopped },
      },
    },
    (request) => stopRun(karat, requireStaff(request), request.body.run_id, staffOnce(request)),
  )
}

const readerOf = (request: FastifyRequest) => ({ may: requireStaff(request).may, language: request.language })

const head = ['number', 'store', 'buyer', 'result', 'why', 'approval', 'at', 'state now']

function results(door: Door, karat: Karat) {
  door.get(
    '/orders/runs',
    {
      config: access,
      schema: {
        tags,
        summary: 'Runs over many orders, the newest first',
        querystring: shapes.RunsQuery,
        response: { 200: shapes.RunsPage },
      },
    },
    ({ query }) => listRuns(karat.db, query),
  )
  door.get(
    '/orders/run',
    {
      config: access,
      schema: {
        tags,
        summary: 'One run, and what became of each of its orders',
        querystring: shapes.RunOf,
        response: { 200: shapes.Run },
      },
    },
    (request) => getRun(karat.db, request.query.run_id, readerOf(request)),
  )
  door.get(
    '/orders/runCounts',
    {
      config: { ...access, unattended: true },
      schema: {
        tags,
        summary: 'How many orders of a run have come to what; it keeps nobody signed in',
        querystring: shapes.RunOf,
        response: { 200: shapes.RunCounts },
      },
    },
    ({ query }) => countRun(karat.db, query.run_id),
  )
  door.get(
    '/orders/runFile',
    {
      config: { ...access, permission: 'orders.export', ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file',
        querystring: shapes.RunOf,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const { run_id, orders } = await getRun(karat.db, request.query.run_id, readerOf(request))
      const subject = { kind: 'bulk_run', id: run_id }
      const details = { did: 'export' as const, rows: orders.length }
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), { action: 'orders.export', subject, details }),
      )
      const cells = orders.map((row) => [
        ...[row.number, row.store, row.buyer, row.result],
        ...[row.says, row.approval_id, row.at, row.state],
      ])
      return sendCsv(reply, 'orders-run', head, cells, karat.now())
    },
  )
}
