/** Savings plans of members: begun through the shop's own calls, made due, and seen. */
import { onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { settings } from '../../src/settings.ts'
import type { PlansView, PlanView } from '../../src/vault/plans/plan-contract.ts'
import { dayAt, firstDue, type Schedule } from '../../src/vault/plans/plan-rules.ts'
import type { TestMember } from './members.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { PIN } from './vault.ts'

const ZONE = 'Asia/Jakarta'
export const firstOf = (schedule: Schedule) => firstDue(schedule, Date.now(), ZONE)
export const todayThere = () => dayAt(Date.now(), ZONE)

/** Every day Rp 100,000. */
export const dailyPlan = () => ({
  ...{ amount: '100000', rhythm: 'daily', pin: PIN },
  first_on: firstOf({ rhythm: 'daily', onDay: null }),
})

export const begin = (shop: Shop, member: TestMember, wish: object = {}) =>
  call<PlansView>(shop, member, '/trade/begin_plan', { ...dailyPlan(), ...wish })

export async function begun(shop: Shop, member: TestMember, wish: object = {}): Promise<PlanView> {
  const { data, error } = await begin(shop, member, wish)
  const [plan] = error ? [] : data.plans
  if (!plan) throw new Error(`no plan was begun: ${error} ${JSON.stringify(data)}`)
  return plan
}

export async function planOf(
  shop: Shop,
  member: TestMember,
  { plan_id }: Pick<PlanView, 'plan_id'>,
): Promise<PlanView> {
  const { plans } = await ask<PlansView>(shop, member, '/trade/plans')
  const plan = plans.find((one) => one.plan_id === plan_id)
  if (!plan) throw new Error('there is no such plan')
  return plan
}

/** Its next run is due now, and has been for so many days. */
export const makeDue = ({ karat }: Shop, { plan_id }: Pick<PlanView, 'plan_id'>, daysAgo = 0) =>
  karat.db.run(sql`
    update vault.plans set due_on = ${todayThere()}::date - ${daysAgo}::int, next_at = now() - make_interval(days => ${daysAgo}::int)
    where id = ${plan_id}`)

/** It is looked at now once more. */
export const lookAgain = ({ karat }: Shop, { plan_id }: Pick<PlanView, 'plan_id'>) =>
  karat.db.run(sql`update vault.plans set next_at = now() where id = ${plan_id}`)

/** Until the test is over. */
export function usePlanSettings(own: { hour?: number; atOnce?: number }): void {
  const before = { ...settings.plans }
  onTestFinished(() => void Object.assign(settings.plans, before))
  Object.assign(settings.plans, own)
}
