/** The calls of large trades. */
import { type Door, onceOf } from '../http/door.ts'
import { sendFile } from '../http/send-file.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { holderOf, onceWithPin } from '../vault/holder-of.ts'
import { acceptOffer } from './accept-offer.ts'
import * as shapes from './contract.ts'
import { readContract } from './contract-queries.ts'
import { makeRequest, withdrawRequest } from './make-request.ts'
import { openOffer } from './open-offer.ts'
import { payAgreed } from './pay-agreed.ts'
import { readBusiness, readRequest } from './request-queries.ts'
import { saveCompany } from './save-company.ts'

const tags = ['trade']
const reads = { access: 'member' } as const
const moves = { access: 'member', rate: 'money' } as const

export function businessApi(door: Door, karat: Bag<'business'>): void {
  tradingApi(door, karat)
  door.get(
    '/trade/business',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'The company that the member trades for, and their requests of large trades' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.Business } },
      },
    },
    (request) => readBusiness(karat.db, holderOf(request)),
  )
  door.get(
    '/trade/business_request',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'One request of a large trade with its timeline' },
        ...{ querystring: shapes.RequestQuery, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) => readRequest(karat.db, holderOf(request), request.query.request_id),
  )
  door.post(
    '/trade/business_company',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Tell the details of the company; requests that were made keep theirs' },
        ...{ body: shapes.CompanyOf, response: { 200: shapes.Business } },
      },
    },
    (request) => saveCompany(karat, holderOf(request), request.body, onceOf(request, requireMember(request).id)),
  )
  door.post(
    '/trade/business_request',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Ask the desk for the price of a large trade' },
        ...{ body: shapes.RequestOf, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) => makeRequest(karat, holderOf(request), request.body, onceOf(request, requireMember(request).id)),
  )
  door.post(
    '/trade/business_withdraw',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Take a request back before anything was agreed on' },
        ...{ body: shapes.WithdrawOf, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) => withdrawRequest(karat, holderOf(request), request.body.request_id),
  )
}

function tradingApi(door: Door, karat: Bag<'business'>): void {
  door.post(
    '/trade/business_open',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Open the desk’s quote: its price is made now and holds for two minutes' },
        ...{ body: shapes.OpenOf, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) =>
      openOffer(karat, holderOf(request), request.body.request_id, onceOf(request, requireMember(request).id)),
  )
  door.post(
    '/trade/business_accept',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        ...{ tags, summary: 'Sign and buy or sell at the open price, from the balances and to them' },
        ...{ body: shapes.AcceptOf, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) => {
      const { request_id: requestId, quote_id: quoteId, pin, signature } = request.body
      const { agreement_version: agreement, with_deposit: withDeposit = false } = request.body
      const accepted = { requestId, quoteId, pin, signature, agreement, withDeposit }
      return acceptOffer(karat, holderOf(request), accepted, onceWithPin(request))
    },
  )
  door.post(
    '/trade/business_pay',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        ...{ tags, summary: 'Pay the rest of a large trade from the cash balance, in time' },
        ...{ body: shapes.PayOf, response: { 200: shapes.BusinessRequest } },
      },
    },
    (request) => {
      const { request_id: requestId, pin } = request.body
      return payAgreed(karat, holderOf(request), { requestId, pin }, onceWithPin(request))
    },
  )
  door.get(
    '/trade/business_contract',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{ tags, summary: 'The signed contract of a large trade as PDF, outside the envelope' },
        ...{ querystring: shapes.RequestQuery, response: { 200: shapes.ContractPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const file = await readContract(karat, request.query.request_id, holderOf(request))
      return sendFile(reply, { ...file, type: 'application/pdf' })
    },
  )
}
