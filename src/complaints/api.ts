/** The calls with which a member complains. */
import { type Door, onceOf } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { listOwnComplaints } from './complaint-queries.ts'
import * as shapes from './contract.ts'
import { makeComplaint } from './make-complaint.ts'
import { addToComplaint, reopenComplaint, withdrawComplaint } from './move-own-complaint.ts'

const tags = ['user']
const config = { access: 'member' } as const
const response = { 200: shapes.OwnComplaints }

export function complaintsApi(door: Door, karat: Bag<'complaints'>): void {
  door.get(
    '/user/complaints',
    { config, schema: { tags, summary: 'The member’s complaints, with what became of them', response } },
    (request) => listOwnComplaints(karat, karat.db, requireMember(request)),
  )
  door.post(
    '/user/makeComplaint',
    {
      config,
      schema: { tags, summary: 'Complain; it gets a number and a deadline', body: shapes.MakeComplaint, response },
    },
    (request) => {
      const member = requireMember(request)
      return makeComplaint(karat, member, request.body, onceOf(request, member.id))
    },
  )
  door.post(
    '/user/addToComplaint',
    { config, schema: { tags, summary: 'Say more about an open one', body: shapes.AddToComplaint, response } },
    (request) => {
      const member = requireMember(request)
      return addToComplaint(karat, member, request.body, onceOf(request, member.id))
    },
  )
  door.post(
    '/user/withdrawComplaint',
    { config, schema: { tags, summary: 'Take an open one back, for good', body: shapes.WithdrawComplaint, response } },
    (request) => {
      const member = requireMember(request)
      return withdrawComplaint(karat, member, request.body, onceOf(request, member.id))
    },
  )
  door.post(
    '/user/reopenComplaint',
    {
      config,
      schema: { tags, summary: 'Have a decision looked at again, once', body: shapes.ReopenComplaint, response },
    },
    (request) => {
      const member = requireMember(request)
      return reopenComplaint(karat, member, request.body, onceOf(request, member.id))
    },
  )
}
