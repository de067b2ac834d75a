/** The calls of guarantees, orders and their payment. */
import type { FastifyRequest } from 'fastify'
import { type Door, onceOf } from '../http/door.ts'
import { sendFile } from '../http/send-file.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { drawPaper } from '../papers/draw-paper.ts'
import { paperFile } from '../papers/paper-rules.ts'
import * as shapes from './contract.ts'
import type { Buyer } from './core/buyer.ts'
import { confirmCartOrder, confirmOrder } from './core/confirm-order.ts'
import { listOrders } from './core/order-list-queries.ts'
import { getOrderDetail, getOrderInfo, getPaper } from './core/order-queries.ts'
import { listOwnedPieces } from './core/owned-pieces.ts'
import { OwnedPieces, OwnedPiecesQuery } from './core/owned-pieces-contract.ts'
import { PayOrder } from './core/pay-contract.ts'
import { getPay, payOrder } from './core/pay-order.ts'
import { listRedeemable } from './core/redeemable.ts'
import { Redeemable, RedeemableQuery } from './core/redeemable-contract.ts'
import { submitOrder } from './core/submit-order.ts'
import { ConfirmDraft, OwnDraft, OwnDraftOf, OwnDrafts } from './drafts/draft-contract.ts'
import { listOwnDrafts, readOwnDraft } from './drafts/draft-queries.ts'
import { confirmDraft } from './drafts/take-draft.ts'
import { listGuarantees } from './guarantee/guarantee-history.ts'
import { viewGuarantee } from './guarantee/guarantee-view.ts'

const buyerOf = (request: FastifyRequest): Buyer => ({
  memberId: requireMember(request).id,
  store: request.store.code,
  currency: request.store.currency,
  language: request.language,
})
const payerOf = (request: FastifyRequest) => ({
  id: requireMember(request).id,
  store: request.store.code,
  currency: request.store.currency,
})
const onceFor = (request: FastifyRequest, secret: string[] = []) => onceOf(request, requireMember(request).id, secret)

export function ordersApi(door: Door, karat: Bag<'orders'>): void {
  guaranteeCalls(door, karat)
  draftCalls(door, karat)
  orderReads(door, karat)
  guaranteeHistory(door, karat)
  invoiceCall(door, karat)
  paymentCalls(door, karat)
}

const reads = { access: 'member' } as const
const moves = { access: 'member', rate: 'money' } as const

function guaranteeCalls(door: Door, karat: Bag<'orders'>) {
  const tags = ['order']
  door.post(
    '/product/confirm_order',
    {
      config: { ...reads, shed: 'last' },
      schema: {
        tags,
        summary: 'Buy now: hold a price for ten minutes',
        body: shapes.ConfirmOrder,
        response: { 200: shapes.Guarantee },
      },
    },
    async (request) => viewGuarantee(await confirmOrder(karat, buyerOf(request), request.body), request.language),
  )
  door.post(
    '/product/confirm_cart_order',
    {
      config: { ...reads, shed: 'last' },
      schema: {
        tags,
        summary: 'Hold the price of the cart for ten minutes',
        body: shapes.ConfirmCartOrder,
        response: { 200: shapes.Guarantee },
      },
    },
    async (request) => viewGuarantee(await confirmCartOrder(karat, buyerOf(request), request.body), request.language),
  )
  door.post(
    '/product/submit_order',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Turn a guarantee into an order',
        body: shapes.SubmitOrder,
        response: { 200: shapes.Submitted },
      },
    },
    (request) => {
      const { guarantee_id: guaranteeId, agreement_version: agreement } = request.body
      return submitOrder(karat, buyerOf(request), { guaranteeId, agreement }, onceFor(request))
    },
  )
}

function draftCalls(door: Door, karat: Bag<'orders'>) {
  const tags = ['order']
  door.get(
    '/order/draft',
    {
      config: reads,
      schema: {
        tags,
        summary: 'An order that the shop put together for the member',
        querystring: OwnDraftOf,
        response: { 200: OwnDraft },
      },
    },
    (request) => readOwnDraft(karat, buyerOf(request), request.query.draft_id),
  )
  door.get(
    '/order/drafts',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Orders that the shop put together and that wait for the member',
        response: { 200: OwnDrafts },
      },
    },
    (request) => listOwnDrafts(karat, buyerOf(request)),
  )
  door.post(
    '/product/confirm_draft',
    {
      config: { ...reads, shed: 'last' },
      schema: {
        tags,
        summary:
          'The price that is held for what the shop put together, or the price of this moment, held for ten minutes',
        body: ConfirmDraft,
        response: { 200: shapes.Guarantee },
      },
    },
    async (request) => viewGuarantee(await confirmDraft(karat, buyerOf(request), request.body), request.language),
  )
}

function orderReads(door: Door, karat: Bag<'orders'>) {
  const tags = ['order']
  door.get(
    '/product/order_list',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Orders by tab and search',
        querystring: shapes.OrderList,
        response: { 200: shapes.OrderPage },
      },
    },
    (request) => listOrders(karat, buyerOf(request), request.query),
  )
  door.get(
    '/user/pieces',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Numbered pieces that the member bought and has in their hands',
        querystring: OwnedPiecesQuery,
        response: { 200: OwnedPieces },
      },
    },
    (request) => listOwnedPieces(karat.db, buyerOf(request)),
  )
  door.get(
    '/trade/redeemable',
    {
      config: reads,
      schema: {
        tags: ['trade'],
        summary: 'Bars and coins in stock that the member’s grams can become, with what each costs beyond them',
        querystring: RedeemableQuery,
        response: { 200: Redeemable },
      },
    },
    (request) => listRedeemable(karat, buyerOf(request)),
  )
  door.get(
    '/product/order_detail',
    {
      config: reads,
      schema: {
        tags,
        summary: 'One order with its timeline',
        querystring: shapes.OrderDetailQuery,
        response: { 200: shapes.OrderDetail },
      },
    },
    (request) => getOrderDetail(karat, buyerOf(request), request.query.order_id),
  )
  door.post(
    '/order/order_info',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Short facts that the cashier polls',
        body: shapes.OrderId,
        response: { 200: shapes.OrderInfo },
      },
    },
    (request) => getOrderInfo(karat, buyerOf(request), request.body.order_id),
  )
}

function invoiceCall(door: Door, karat: Bag<'orders'>) {
  door.get(
    '/order/invoice',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        tags: ['order'],
        summary: 'The invoice of a paid order, or a paper that follows it, as PDF, outside the envelope',
        produces: ['application/pdf'],
        querystring: shapes.PaperQuery,
        response: { 200: shapes.InvoicePdf },
      },
    },
    async (request, reply) => {
      const { order_id: id, number } = request.query
      const document = await getPaper(karat, buyerOf(request), { id, number })
      return sendFile(reply, {
        name: paperFile(document.number),
        type: 'application/pdf',
        content: await drawPaper(document),
      })
    },
  )
}

function guaranteeHistory(door: Door, karat: Bag<'orders'>) {
  door.get(
    '/product/gpg_history',
    {
      config: reads,
      schema: {
        tags: ['order'],
        summary: 'Gold price guarantees, what became of them, and what they saved',
        querystring: shapes.GuaranteeHistoryQuery,
        response: { 200: shapes.GuaranteeHistory },
      },
    },
    (request) => listGuarantees(karat, buyerOf(request), request.query),
  )
}

function paymentCalls(door: Door, karat: Bag<'orders'>) {
  const tags = ['payment']
  door.post(
    '/product/pay_order',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Choose how to pay an order',
        body: PayOrder,
        response: { 200: shapes.PaymentView },
      },
    },
    (request) => {
      const { order_id: orderId, method, bank = null, pin } = request.body
      return payOrder(karat, payerOf(request), { orderId, method, bank, pin }, onceFor(request, ['pin']))
    },
  )
  door.post(
    '/payment/getPay',
    {
      config: { ...reads, admission: 'outside' },
      schema: {
        tags,
        summary: 'Start or read a payment at its provider',
        body: shapes.GetPay,
        response: { 200: shapes.PaymentView },
      },
    },
    (request) => getPay(karat, payerOf(request), request.body.payment_id),
  )
}
