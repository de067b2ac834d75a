/** The business desk: what is asked for, and what becomes of it. */

import { closeOut, giveBack } from '../../business/close-out.ts'
import { ContractPdf } from '../../business/contract.ts'
import { makeOffer } from '../../business/make-offer.ts'
import * as shapes from '../../business/office-contract.ts'
import { listOfficeRequests, readOfficeRequest } from '../../business/office-queries.ts'
import { readContractForStaff } from '../../business/read-contract-for-staff.ts'
import { refuseRequest } from '../../business/refuse-request.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { asFile } from '../kit/csv.ts'

const tags = ['office: business']
const sees = { access: 'staff', permission: 'business.see' } as const

export function businessOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/business/list',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Requests of large trades, those that wait for the desk first' },
        ...{ querystring: shapes.OfficeRequestsQuery, response: { 200: shapes.OfficeRequests } },
      },
    },
    ({ query }) => listOfficeRequests(karat.db, query),
  )
  door.get(
    '/business/request',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'One request with its company and its timeline' },
        ...{ querystring: shapes.OfficeRequestQuery, response: { 200: shapes.OfficeRequest } },
      },
    },
    ({ query }) => readOfficeRequest(karat.db, query.request_id),
  )
  door.get(
    '/business/contract',
    {
      config: { ...sees, ...asFile },
      schema: {
        ...{ tags, summary: 'The signed contract of a large trade as PDF' },
        ...{ querystring: shapes.OfficeRequestQuery, response: { 200: ContractPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const file = await readContractForStaff(karat, requireStaff(request), request.query.request_id)
      return sendFile(reply, { ...file, type: 'application/pdf' })
    },
  )
  door.post(
    '/business/quote',
    {
      config: { access: 'staff', permission: 'business.quote', once: true },
      schema: {
        ...{ tags, summary: 'Make a firm quote, priced when the member opens it; a newer one takes its place' },
        ...{ body: shapes.OfferOf, response: { 200: shapes.OfficeRequest } },
      },
    },
    (request) => makeOffer(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/business/refuse',
    {
      config: { access: 'staff', permission: 'business.refuse', once: true },
      schema: {
        ...{ tags, summary: 'Make no trade of a request; the member reads why' },
        ...{ body: shapes.RefuseRequest, response: { 200: shapes.OfficeRequest } },
      },
    },
    (request) => {
      const { request_id: requestId, reason } = request.body
      return refuseRequest(karat, requireStaff(request), { requestId, reason }, staffOnce(request))
    },
  )
  closingApi(door, karat)
}

function closingApi(door: Door, karat: Karat): void {
  door.post(
    '/business/close_out',
    {
      config: { access: 'staff', permission: 'business.close_out', once: true },
      schema: {
        ...{ tags, summary: 'Close out what was not paid in time, at the price now' },
        ...{ body: shapes.CloseOutOf, response: { 200: shapes.OfficeRequest } },
      },
    },
    (request) => {
      const { request_id: requestId, reason } = request.body
      return closeOut(karat, requireStaff(request), { requestId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/business/give_back',
    {
      config: { access: 'staff', permission: 'business.close_out', once: true },
      schema: {
        ...{ tags, summary: 'Give the deposit back and end the trade' },
        ...{ body: shapes.CloseOutOf, response: { 200: shapes.OfficeRequest } },
      },
    },
    (request) => {
      const { request_id: requestId, reason } = request.body
      return giveBack(karat, requireStaff(request), { requestId, reason }, staffOnce(request))
    },
  )
}
