/** What plants a bug in runs of savings plans, and where those meet whom it lets through. */
import { runPlans } from '../../src/vault/plans/run-plans.ts'
import { lateAt } from './meeting.ts'
import type { Shop } from './shop.ts'

/** What would stop a second run of a day all the same. */
export const runsOnce = [
  'alter table vault.plan_runs drop constraint plan_runs_pkey',
  'create unique index no_run_twice on vault.plan_runs (plan_id, due_on, began_at)',
  'drop trigger guard_plan on vault.plans',
]

/** The bug in which nobody holds the place or the plan, and a second run of a day is written like the first. */
export const unheld = (text: string) =>
  text
    .replace(/for (no key )?update( of \w+)?( skip locked)?|for share/g, '')
    .replace(/on conflict \(plan_id, due_on\) do update set[\s\S]*$/, '')

/** After a run has read that it is due, before it takes anything that another waits for. */
export const TAKES = /insert into kyc\.days/

/** With that bug, a round of runs finds what is due, and takes something once `act` is over. */
export const runsAfter = (shop: Shop, act: () => Promise<unknown>) =>
  lateAt(shop, { at: TAKES, plant: unheld }, () => runPlans(shop.karat), act)
