/** The calls with which a member asks about their own data. */
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { askForData, withdrawRequest } from './ask-request.ts'
import * as shapes from './contract.ts'
import { makeCopy } from './make-copy.ts'
import { listDataRequests } from './request-queries.ts'

const tags = ['user']
const member = { access: 'member' } as const
/** A password is compared. */
const guarded = { access: 'member', rate: 'pin' } as const

export function rightsApi(door: Door, karat: Bag<'rights'>): void {
  door.get(
    '/user/dataRequests',
    {
      config: member,
      schema: { tags, summary: 'What the member asked about their data', response: { 200: shapes.DataRequests } },
    },
    (request) => listDataRequests(karat.db, requireMember(request).id),
  )
  door.post(
    '/user/askForData',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Ask for a correction, a restriction, or the deletion of the account',
        body: shapes.AskForData,
        response: { 200: shapes.DataRequests },
      },
    },
    (request) => askForData(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
  door.post(
    '/user/withdrawDataRequest',
    {
      config: member,
      schema: {
        tags,
        summary: 'Take a request back that waits',
        body: shapes.WithdrawRequest,
        response: { 200: shapes.DataRequests },
      },
    },
    (request) => withdrawRequest(karat, requireMember(request).id, request.body.request_id),
  )
  door.post(
    '/user/copyOfData',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'A copy of everything that is held about the member; made for this answer, stored nowhere',
        body: shapes.MakeCopy,
        response: { 200: shapes.DataCopy },
      },
    },
    (request) => makeCopy(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
}
