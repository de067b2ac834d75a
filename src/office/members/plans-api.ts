/** The staff's calls about savings plans of members. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'
import * as shapes from '../../vault/plans/office-contract.ts'
import { listOfficePlans, pauseForMember, resumeForMember } from '../../vault/plans/office-plans.ts'

const tags = ['office: members']

export function plansOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/members/plans',
    {
      config: { access: 'staff', permission: 'members.see' },
      schema: {
        ...{ tags, summary: 'Savings plans, the newest first, ended ones last' },
        ...{ querystring: shapes.OfficePlansQuery, response: { 200: shapes.OfficePlans } },
      },
    },
    ({ query }) => listOfficePlans(karat, karat.db, query),
  )
  const schema = (summary: string) => ({ tags, summary, body: shapes.PlanWithReason, response: { 200: Done } })
  door.post(
    '/members/pausePlan',
    {
      config: { access: 'staff', permission: 'members.freeze' },
      schema: schema('Nothing is bought for a savings plan until staff let it go on'),
    },
    (request) => {
      const { plan_id: planId, reason } = request.body
      return pauseForMember(karat, requireStaff(request), { planId, reason })
    },
  )
  door.post(
    '/members/resumePlan',
    {
      config: { access: 'staff', permission: 'members.unfreeze' },
      schema: schema('A savings plan that staff paused goes on'),
    },
    (request) => {
      const { plan_id: planId, reason } = request.body
      return resumeForMember(karat, requireStaff(request), { planId, reason })
    },
  )
}
