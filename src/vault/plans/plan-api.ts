/** The calls about savings plans. */
import type { Door } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { NoQuery } from '../contract.ts'
import { holderOf, onceWithPin } from '../holder-of.ts'
import { beginPlan, changePlan, endPlan, pausePlan, resumePlan, skipRun } from './change-plans.ts'
import * as shapes from './plan-contract.ts'
import { agreePlan, revokePlan, startAgreeing } from './plan-mandates.ts'
import { listPlans } from './plan-queries.ts'

const tags = ['trade']
const config = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const
const response = { 200: shapes.Plans }

export function planApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/plans',
    {
      config,
      schema: {
        tags,
        summary: 'Savings plans of the member, and what they have bought',
        querystring: NoQuery,
        response,
      },
    },
    (request) => listPlans(karat, karat.db, holderOf(request)),
  )
  door.post(
    '/trade/begin_plan',
    {
      config: withPin,
      schema: {
        ...{
          tags,
          summary: 'Buy gold for a fixed amount every day, week or month from the cash balance, or by a card or wallet',
        },
        ...{ body: shapes.PlanOf, response },
      },
    },
    async (request) => {
      const holder = holderOf(request)
      const begun = await beginPlan(karat, holder, request.body, onceWithPin(request))
      return request.body.paid_by === 'balance' ? begun : startAgreeing(karat, holder)
    },
  )
  door.post(
    '/trade/change_plan',
    {
      config: withPin,
      schema: { tags, summary: 'Other terms for a plan from now on', body: shapes.PlanChangeOf, response },
    },
    (request) => changePlan(karat, holderOf(request), request.body, onceWithPin(request)),
  )
  door.post(
    '/trade/skip_plan_run',
    {
      config,
      schema: { tags, summary: 'Leave the next run of a plan out', body: shapes.PlanRunNamed, response },
    },
    (request) => skipRun(karat, holderOf(request), request.body.plan_id, request.body.due_on),
  )
  const named = (summary: string) => ({ tags, summary, body: shapes.PlanNamed, response })
  door.post('/trade/pause_plan', { config, schema: named('Buy nothing for a plan until it goes on') }, (request) =>
    pausePlan(karat, holderOf(request), request.body.plan_id),
  )
  door.post('/trade/resume_plan', { config, schema: named('Go on with a plan') }, (request) =>
    resumePlan(karat, holderOf(request), request.body.plan_id),
  )
  door.post(
    '/trade/agree_plan',
    { config, schema: named('Where the member agrees to charges for a plan') },
    (request) => agreePlan(karat, holderOf(request), request.body.plan_id),
  )
  door.post('/trade/revoke_plan', { config, schema: named('Charge nothing for a plan any more') }, (request) =>
    revokePlan(karat, holderOf(request), request.body.plan_id),
  )
  door.post('/trade/end_plan', { config, schema: named('End a plan for good') }, (request) =>
    endPlan(karat, holderOf(request), request.body.plan_id),
  )
}
