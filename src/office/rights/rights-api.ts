/** Requests about personal data: seen, planned, decided. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { decideRequest } from '../../rights/decide-request.ts'
import { planDeletion } from '../../rights/delete-member.ts'
import * as shapes from '../../rights/office-contract.ts'
import { findRequestMember, listOfficeRequests } from '../../rights/office-queries.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'

const tags = ['office: personal data']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function officeRightsApi(door: Door, karat: Karat): void {
  door.get(
    '/rights/list',
    {
      config: needs('rights.see'),
      schema: {
        tags,
        summary: 'Requests about personal data',
        querystring: shapes.OfficeRequestsQuery,
        response: { 200: shapes.OfficeRequests },
      },
    },
    (request) => listOfficeRequests(karat.db, request.query),
  )
  door.get(
    '/rights/plan',
    {
      config: needs('rights.see'),
      schema: {
        tags,
        summary: 'What a deletion would delete and keep, and what hinders it',
        querystring: shapes.DeletionPlanQuery,
        response: { 200: shapes.DeletionPlan },
      },
    },
    async (request) => {
      const memberId = await findRequestMember(karat.db, request.query.request_id)
      if (!memberId) throw new Refusal('not_found')
      return planDeletion(karat, karat.db, memberId)
    },
  )
  const decided = { 200: shapes.Decided }
  door.post(
    '/rights/decide',
    {
      config: needs('rights.decide'),
      schema: { tags, summary: 'Grant or refuse a request', body: shapes.DecideRequest, response: decided },
    },
    (request) => decideRequest(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
