/** Orders in the back office: lists, one order, and every move that staff make with it. */
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { InvoicePdf } from '../../orders/contract.ts'
import * as shapes from '../../orders/core/office-contract.ts'
import { countOfficeOrders, listOfficeOrders } from '../../orders/core/office-list-queries.ts'
import { getOfficeOrder } from '../../orders/core/office-queries.ts'
import { MOST_SLIPS } from '../../orders/core/order-rules.ts'
import { giveUpByStaff } from '../../orders/give-up/give-up-order.ts'
import { readPaper } from '../../orders/papers/order-paper-queries.ts'
import { correctTracking } from '../../orders/parcels/correct-tracking.ts'
import {
  completeOrder,
  handOver,
  prepareOrder,
  readyOrder,
  shipOrder,
  unlockPickup,
} from '../../orders/parcels/fulfil-order.ts'
import { parcelFound, reportLost, sendParcelAgain } from '../../orders/parcels/lost-parcel.ts'
import { scanPiece } from '../../orders/parcels/scan-piece.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { paperFile } from '../../papers/paper-rules.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { writeNote } from '../../staff/notes.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { counterApi } from './counter-api.ts'
import { deliveryChangeApi } from './delivery-change-api.ts'
import { slipsOf } from './packing-slips.ts'
import { viewsApi } from './views-api.ts'

const tags = ['office: orders']
const sees = { access: 'staff', permission: 'orders.see' } as const

export function officeOrdersApi(door: Door, karat: Karat): void {
  reads(door, karat)
  exports(door, karat)
  slips(door, karat)
  preparing(door, karat)
  packing(door, karat)
  leaving(door, karat)
  notes(door, karat)
  deliveryChangeApi(door, karat)
  counterApi(door, karat)
  viewsApi(door, karat)
}

function reads(door: Door, karat: Karat) {
  door.get(
    '/orders/list',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Orders of all stores',
        querystring: shapes.OfficeOrdersQuery,
        response: { 200: shapes.OfficeOrdersPage },
      },
    },
    ({ query, language }) => listOfficeOrders(karat.db, query, query, language),
  )
  door.get(
    '/orders/counts',
    {
      config: sees,
      schema: { tags, summary: 'How many orders stand in each tab', response: { 200: shapes.OfficeCounts } },
    },
    async () => ({ counts: await countOfficeOrders(karat.db) }),
  )
  door.get(
    '/orders/detail',
    {
      config: sees,
      schema: {
        tags,
        summary: 'One order with everything about it',
        querystring: shapes.OfficeOrderOf,
        response: { 200: shapes.OfficeOrder },
      },
    },
    ({ query, language }) => getOfficeOrder(karat, query.order_id, language),
  )
}

const head = [
  'number',
  'store',
  'state',
  'refund',
  'buyer',
  'pieces',
  'fine grams',
  'first line',
  'delivery',
  'place',
  'currency',
  'total',
  'created',
  'paid',
  'in this state since',
  'parcel lost',
  'late',
]

function exports(door: Door, karat: Karat) {
  door.get(
    '/orders/export',
    {
      config: { access: 'staff', permission: 'orders.export', ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file',
        querystring: shapes.OfficeOrdersExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const size = karat.settings.staff.exportRows
      const { rows } = await listOfficeOrders(karat.db, request.query, { page: 1, size }, request.language)
      const details = { did: 'export' as const, rows: rows.length, tab: request.query.tab }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'orders.export', details }))
      const cells = rows.map((row) => [
        ...[row.number, row.store, row.state, row.refund_state, row.buyer, row.pieces],
        ...[row.weight, row.first, row.delivery],
        ...[row.place, row.currency, row.total, row.created_at, row.paid_at],
        ...[row.since, row.lost ? 'lost' : '', row.late],
      ])
      return sendCsv(reply, 'orders', head, cells, karat.now())
    },
  )
  door.get(
    '/orders/invoice',
    {
      config: { ...sees, ...asFile },
      schema: {
        tags,
        summary: 'The invoice of an order, or a paper that follows it, as PDF',
        produces: ['application/pdf'],
        querystring: shapes.OfficePaperOf,
        response: { 200: InvoicePdf },
      },
    },
    async (request, reply) => {
      const document = await readPaper(karat.db, request.query.order_id, request.query.number)
      return sendFile(reply, {
        name: paperFile(document.number),
        type: 'application/pdf',
        content: await drawPaper(document),
      })
    },
  )
}

function slips(door: Door, karat: Karat) {
  door.get(
    '/orders/slips',
    {
      config: { access: 'staff', permission: 'orders.prepare', ...asFile },
      schema: {
        tags,
        summary:
          'Packing slips as PDF: of those of the first hundred orders that the filters fit, or of those named, which wait to be packed',
        produces: ['application/pdf'],
        querystring: shapes.SlipsOf,
        response: { 200: shapes.SlipsPdf },
      },
    },
    async (request, reply) => {
      const { query, language } = request
      const { order_id: id, orders, ...filter } = query
      const named = orders?.split(',') ?? (id ? [id] : null)
      const found = named ?? (await listOfficeOrders(karat.db, filter, { page: 1, size: MOST_SLIPS }, language)).rows
      const ids = found.map((one) => (typeof one === 'string' ? one : one.id))
      return sendFile(reply, {
        name: 'packing-slips.pdf',
        type: 'application/pdf',
        content: await slipsOf(karat, requireStaff(request), ids, language),
      })
    },
  )
}

function preparing(door: Door, karat: Karat) {
  door.post(
    '/orders/prepare',
    {
      config: { access: 'staff', permission: 'orders.prepare', once: true },
      schema: {
        tags,
        summary: 'Begin to prepare a paid order',
        body: shapes.MoveOrder,
        response: { 200: shapes.Moved },
      },
    },
    (request) => prepareOrder(karat, requireStaff(request), knownOf(request.body), staffOnce(request)),
  )
  door.post(
    '/orders/ready',
    {
      config: { access: 'staff', permission: 'orders.prepare', once: true },
      schema: { tags, summary: 'Ready to be collected', body: shapes.MoveOrder, response: { 200: shapes.Moved } },
    },
    (request) => readyOrder(karat, requireStaff(request), knownOf(request.body), staffOnce(request)),
  )
}

function packing(door: Door, karat: Karat) {
  door.post(
    '/orders/scan',
    {
      config: { access: 'staff', permission: 'orders.prepare', once: true },
      schema: {
        tags,
        summary: 'Scan a piece of an order that is being packed, or take a free one in place of a reserved one',
        body: shapes.ScanPiece,
        response: { 200: shapes.PieceScanned },
      },
    },
    (request) => {
      const { order_id: orderId, number, in_place_of: inPlaceOf } = request.body
      return scanPiece(karat, requireStaff(request), { orderId, number, inPlaceOf }, staffOnce(request))
    },
  )
}

const knownOf = ({ order_id, expected }: { order_id: string; expected: shapes.OfficeOrderView['state'] }) => ({
  orderId: order_id,
  expected,
})

function leaving(door: Door, karat: Karat) {
  door.post(
    '/orders/ship',
    {
      config: { access: 'staff', permission: 'orders.ship', once: true },
      schema: { tags, summary: 'Given to a courier', body: shapes.ShipOrder, response: { 200: shapes.Moved } },
    },
    (request) => {
      const { carrier, tracking, delivery_changes: deliveryChanges } = request.body
      const parcel = { ...knownOf(request.body), carrier, tracking, deliveryChanges }
      return shipOrder(karat, requireStaff(request), parcel, staffOnce(request))
    },
  )
  door.post(
    '/orders/handOver',
    {
      config: { access: 'staff', permission: 'orders.hand_over', once: true },
      schema: {
        tags,
        summary: 'Hand over at the counter against the pickup code',
        body: shapes.HandOver,
        response: { 200: shapes.Moved },
      },
    },
    (request) => {
      const { code, document } = request.body
      const wish = { ...knownOf(request.body), code, document }
      return handOver(karat, requireStaff(request), wish, staffOnce(request))
    },
  )
  door.post(
    '/orders/unlockPickup',
    {
      config: { access: 'staff', permission: 'orders.unlock_pickup' },
      schema: {
        tags,
        summary: 'Give the tries at a pickup code back',
        body: shapes.UnlockPickup,
        response: { 200: Done },
      },
    },
    (request) => {
      const { order_id: orderId, reason } = request.body
      return unlockPickup(karat, requireStaff(request), { orderId, reason })
    },
  )
  door.post(
    '/orders/complete',
    {
      config: { access: 'staff', permission: 'orders.complete', once: true },
      schema: {
        tags,
        summary: 'The courier has delivered it',
        body: shapes.CompleteOrder,
        response: { 200: shapes.Moved },
      },
    },
    (request) => {
      const known = { ...knownOf(request.body), reason: request.body.reason }
      return completeOrder(karat, requireStaff(request), known, staffOnce(request))
    },
  )
  correcting(door, karat)
  lost(door, karat)
  takingBack(door, karat)
}

function takingBack(door: Door, karat: Karat) {
  door.post(
    '/orders/giveUp',
    {
      config: { access: 'staff', permission: 'orders.give_up', once: true },
      schema: {
        tags,
        summary: 'Take a sale back that has not left the house, or ask for the second person that it takes',
        body: shapes.GiveUpOrder,
        response: { 200: shapes.GivenUp },
      },
    },
    (request) => {
      const { cause, reason } = request.body
      return giveUpByStaff(
        karat,
        requireStaff(request),
        { ...knownOf(request.body), cause, reason },
        staffOnce(request),
      )
    },
  )
}

function lost(door: Door, karat: Karat) {
  const schema = { tags, body: shapes.LostParcel, response: { 200: Done } }
  const toldOf = ({ order_id: orderId, reason }: { order_id: string; reason: string }) => ({ orderId, reason })
  door.post(
    '/orders/lost',
    {
      config: { access: 'staff', permission: 'orders.lose', once: true },
      schema: { ...schema, summary: 'The courier has lost the parcel' },
    },
    (request) => reportLost(karat, requireStaff(request), toldOf(request.body), staffOnce(request)),
  )
  door.post(
    '/orders/found',
    {
      config: { access: 'staff', permission: 'orders.lose', once: true },
      schema: { ...schema, summary: 'The lost parcel was found' },
    },
    (request) => parcelFound(karat, requireStaff(request), toldOf(request.body), staffOnce(request)),
  )
  door.post(
    '/orders/sendAgain',
    {
      config: { access: 'staff', permission: 'orders.send_again', once: true },
      schema: {
        tags,
        summary: 'Send the pieces of a lost parcel once more, or ask for a second person',
        body: shapes.SendParcelAgain,
        response: { 200: shapes.SentAgain },
      },
    },
    (request) => {
      const { order_id: orderId, ...parcel } = request.body
      return sendParcelAgain(karat, requireStaff(request), { orderId, ...parcel }, staffOnce(request))
    },
  )
}

function correcting(door: Door, karat: Karat) {
  door.post(
    '/orders/correctTracking',
    {
      config: { access: 'staff', permission: 'orders.correct_tracking', once: true },
      schema: {
        tags,
        summary: 'Put the tracking number of a parcel on its way right',
        body: shapes.CorrectTracking,
        response: { 200: Done },
      },
    },
    (request) => {
      const { order_id: orderId, ...correction } = request.body
      return correctTracking(karat, requireStaff(request), { orderId, ...correction }, staffOnce(request))
    },
  )
}

function notes(door: Door, karat: Karat) {
  door.post(
    '/orders/note',
    {
      config: { access: 'staff', permission: 'orders.note' },
      schema: { tags, summary: 'Write a note on an order', body: shapes.NoteOrder, response: { 200: Done } },
    },
    async (request) => {
      const { order_id: id, text } = request.body
      await getOfficeOrder(karat, id, request.language)
      const note = { subject: { kind: 'order', id }, text, action: 'orders.note' } as const
      await karat.db.transaction((tx) => writeNote(tx, requireStaff(request), note))
      return { done: true as const }
    },
  )
}
