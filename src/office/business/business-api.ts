/** The business desk: what is asked for, and what becomes of it. */

import { makeOffer } from '../../business/make-offer.ts'
import * as shapes from '../../business/office-contract.ts'
import { listOfficeRequests, readOfficeRequest } from '../../business/office-queries.ts'
import { refuseRequest } from '../../business/refuse-request.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

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
}
