/** The calls of the vault account. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { alertApi } from './alerts/alert-api.ts'
import * as shapes from './contract.ts'
import { holderOf, onceWithPin } from './holder-of.ts'
import { readHolding } from './holding-queries.ts'
import { limitApi } from './limits/limit-api.ts'
import { planApi } from './plans/plan-api.ts'
import { priceChoiceApi } from './price-choices/choice-api.ts'
import { quoteTrade } from './quote-trade.ts'
import { tradeGold } from './trade-gold.ts'
import type { Side } from './trade-rules.ts'
import { readWorth } from './worth-queries.ts'

type OfQuote = {
  quote_id: string
  pin: string
  agreement_version?: string | undefined
  destination_id?: string | undefined
}

const tags = ['trade']
const reads = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const

const quoteSchema = <Body>(summary: string, body: Body) => ({
  ...{ tags, summary, body },
  response: { 200: shapes.TradeQuote },
})

export function vaultApi(door: Door, karat: Bag<'vault'>): void {
  holdingApi(door, karat)
  priceChoiceApi(door, karat)
  alertApi(door, karat)
  limitApi(door, karat)
  planApi(door, karat)
  const trade = (
    request: FastifyRequest,
    side: Side,
    { quote_id: quoteId, pin, agreement_version: agreement, destination_id: destinationId }: OfQuote,
  ) => tradeGold(karat, holderOf(request), { side, quoteId, pin, agreement, destinationId }, onceWithPin(request))
  door.post(
    '/trade/purchase_quote',
    {
      config: reads,
      schema: quoteSchema(
        'What a purchase of grams costs now, held for a minute, or for ten where money from outside is to pay it',
        shapes.PurchaseQuoteOf,
      ),
    },
    (request) => {
      const { paid_from: paidFrom, by, value } = request.body
      return quoteTrade(karat, holderOf(request), { side: 'buy', paidFrom, by, value })
    },
  )
  door.post(
    '/trade/purchase',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Buy the grams of a quote from the cash balance',
        body: shapes.Purchase,
        response: { 200: shapes.Trade },
      },
    },
    (request) => trade(request, 'buy', request.body),
  )
  door.post(
    '/trade/cashingIn_quote',
    {
      config: reads,
      schema: quoteSchema('What a sale of grams brings now, held for a minute', shapes.SaleQuoteOf),
    },
    (request) => quoteTrade(karat, holderOf(request), { side: 'sell', paidFrom: 'balance', ...request.body }),
  )
  door.post(
    '/trade/cashingIn',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Sell the grams of a quote to the cash balance, or on to a bound account',
        body: shapes.CashingIn,
        response: { 200: shapes.Trade },
      },
    },
    (request) => trade(request, 'sell', request.body),
  )
}

function holdingApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/holding',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Grams and money of the member, what the grams cost, and what moved them last',
        querystring: shapes.NoQuery,
        response: { 200: shapes.Holding },
      },
    },
    (request) => readHolding(karat, holderOf(request)),
  )
  door.get(
    '/trade/holding_worth',
    {
      config: reads,
      schema: {
        tags,
        summary: 'What the grams of the member were worth over time, at the end of each interval',
        querystring: shapes.WorthQuery,
        response: { 200: shapes.Worth },
      },
    },
    (request) => readWorth(karat, holderOf(request), request.query),
  )
}
