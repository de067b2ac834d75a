/** The calls by which money goes back: cancelling, asking for a refund, choosing what becomes of money in review. */
import type { FastifyRequest } from 'fastify'
import { type Door, onceOf } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { cancelOrder } from './cancel/cancel-order.ts'
import { quoteCancel } from './cancel/quote-cancel.ts'
import type { Buyer } from './core/buyer.ts'
import { choosePrice } from './price-windows/choose-price.ts'
import * as shapes from './refunds/refund-contract.ts'
import { getRefundStatus } from './refunds/refund-queries.ts'
import { requestRefund, withdrawRefund } from './refunds/request-refund.ts'
import { chooseReview } from './review/choose-review.ts'
import { quoteHonour } from './review/quote-honour.ts'

const memberOf = (request: FastifyRequest): Buyer => ({
  memberId: requireMember(request).id,
  store: request.store.code,
  currency: request.store.currency,
  language: request.language,
})
const onceFor = (request: FastifyRequest) => onceOf(request, requireMember(request).id)

const tags = ['order']
const reads = { access: 'member' } as const
const moves = { access: 'member', rate: 'money' } as const

export function moneyBackApi(door: Door, karat: Bag<'orders'>): void {
  cancelCalls(door, karat)
  refundCalls(door, karat)
  reviewCalls(door, karat)
}

function cancelCalls(door: Door, karat: Bag<'orders'>) {
  door.post(
    '/order/cancel_quote',
    {
      config: reads,
      schema: {
        tags,
        summary: 'What cancelling a paid order gives now, held for a minute',
        body: shapes.CancelQuoteOf,
        response: { 200: shapes.CancelQuote },
      },
    },
    (request) => quoteCancel(karat, memberOf(request), request.body.order_id),
  )
  door.post(
    '/order/cancel_order',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Cancel an order: an unpaid one for free, a paid one by its quote',
        body: shapes.CancelOrder,
        response: { 200: shapes.Cancelled },
      },
    },
    (request) => {
      const { order_id: orderId, reason = '', quote_id: quoteId = null } = request.body
      const { memberId: id, store } = memberOf(request)
      return cancelOrder(karat, { id, store }, { orderId, reason, quoteId }, onceFor(request))
    },
  )
}

function refundCalls(door: Door, karat: Bag<'orders'>) {
  door.get(
    '/order/refund_status',
    {
      config: reads,
      schema: {
        tags,
        summary: 'What may be cancelled or asked back, and what is on its way',
        querystring: shapes.RefundStatusOf,
        response: { 200: shapes.RefundStatus },
      },
    },
    (request) => getRefundStatus(karat, memberOf(request), request.query.order_id),
  )
  door.post(
    '/product/order_refund',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Ask for money back, for the whole order or some pieces',
        body: shapes.RefundOrder,
        response: { 200: shapes.RefundRequest },
      },
    },
    (request) => requestRefund(karat, memberOf(request), request.body, onceFor(request)),
  )
  door.post(
    '/order/withdraw_refund',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Take a request back while nobody has decided it',
        body: shapes.WithdrawRefund,
        response: { 200: shapes.RefundRequest },
      },
    },
    (request) => withdrawRefund(karat, memberOf(request), request.body.request_id, onceFor(request)),
  )
}

function reviewCalls(door: Door, karat: Bag<'orders'>) {
  door.post(
    '/order/review_quote',
    {
      config: reads,
      schema: {
        tags,
        summary: 'What an order in review costs at the price now, held for a minute',
        body: shapes.ReviewQuoteOf,
        response: { 200: shapes.ReviewQuote },
      },
    },
    (request) => quoteHonour(karat, memberOf(request), request.body.order_id),
  )
  door.post(
    '/order/review_choose',
    {
      config: moves,
      schema: {
        tags,
        summary: 'Carry an order in review out at the price now, or have its money back',
        body: shapes.ReviewChoice,
        response: { 200: shapes.ReviewChosen },
      },
    },
    (request) => {
      const { order_id: orderId, choice, quote_id: quoteId } = request.body
      return chooseReview(karat, memberOf(request), { orderId, choice, quoteId }, onceFor(request))
    },
  )
  door.post(
    '/order/price_choice',
    {
      config: moves,
      schema: {
        tags,
        summary: 'For an order sold at a wrong price: the money back, or the money back to buy again at the price now',
        body: shapes.PriceChosenOf,
        response: { 200: shapes.PriceChosen },
      },
    },
    (request) => {
      const { order_id: orderId, choice } = request.body
      return choosePrice(karat, memberOf(request), { orderId, choice }, onceFor(request))
    },
  )
}
