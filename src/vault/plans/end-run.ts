/** How a run of a savings plan ends, or is tried again, and what its member is told. The place of its member is held. */
import { type Sql, sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import type { MailTemplate, MailValues } from '../../mail/templates.ts'
import { amountOf, type Minor } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Holder } from '../holder.ts'
import { dayWords, goOn, type Had, hadBy, pause, plansLink, takenDays } from './move-plan.ts'
import type { PlanRunView } from './plan-contract.ts'
import { afterTry, type Day, dayAt, dueAfter, type PaidBy, type RunProblem, type Schedule } from './plan-rules.ts'

export type Plan = Schedule &
  Had & {
    amount: Minor
    ceiling: bigint | null
    paidBy: PaidBy
    dueOn: Day
    missed: number
    tries: number
    /** How its run of that day stands; null before it is tried. */
    settled: PlanRunView['state'] | null
    purchaseId: string | null
    now: Date
  }
type OfPlan = { id: string; holder: Holder }

/** A plan that goes on, held, with the run of its next day. */
export const lockGoing = (tx: Tx, id: string, which: Sql): Promise<Plan | undefined> =>
  tx.row<Plan>(sql`
    select p.rhythm, p.on_day as "onDay", p.amount_minor as amount, p.ceiling_minor as ceiling, p.paid_by as "paidBy", p.due_on::text as "dueOn", p.missed, now() as now,
      coalesce(r.tries, 0) as tries, r.state as settled, r.purchase_id as "purchaseId", ${hadBy(sql`p.id`)}
    from vault.plans p left join vault.plan_runs r on r.plan_id = p.id and r.due_on = p.due_on
    where p.id = ${id} and p.state = 'active' and ${which} for update of p`)

/** It has bought: the trade is its own. */
export async function done(
  tx: Tx,
  karat: Bag<'vault'>,
  { id, holder }: OfPlan,
  plan: Plan,
  tradeId: string,
): Promise<'done'> {
  await endRun(tx, { id, holder, plan, state: 'done', tradeId })
  await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan), missed: 0 })
  return 'done'
}

/** It has bought nothing: it is tried again, or missed, which may pause its plan. */
export async function tried(
  tx: Tx,
  karat: Bag<'vault'>,
  { id, holder }: OfPlan,
  plan: Plan,
  problem: Exclude<RunProblem, 'not_sold'>,
): Promise<'tried'> {
  const tries = plan.tries + 1
  const then = afterTry(tries, plan.missed)
  await endRun(tx, { id, holder, plan, state: then === 'again' ? 'trying' : 'missed', problem, tries })
  const day = dayAfterRun(karat, holder, plan)
  if (then === 'again')
    await tx.run(sql`
      update vault.plans set next_at = now() + make_interval(hours => ${settings.plans.tryHours}::int), waits_for = null where id = ${id}`)
  if (then === 'missed') await goOn(tx, karat, { id, store: holder.store, day, missed: plan.missed + 1 })
  if (then === 'paused') await pause(tx, { id, because: 'missed', missed: plan.missed + 1 })
  if (then !== 'again')
    await tell(
      tx,
      holder,
      (language) => ({
        template: then === 'missed' ? 'plan_missed' : 'plan_paused',
        values: {
          ...{ amount: amountOf(plan.amount, holder.currency), problem },
          ...{ day: dayWords(day, language), link: plansLink(karat) },
        },
      }),
      onceKeyOf(id, plan),
    )
  return 'tried'
}

/** Days that were missed meanwhile are not made up for, and no plan buys twice on a day: the next one is after today. */
export function dayAfterRun(karat: Bag<'vault'>, { store }: Holder, plan: Plan): Day {
  const { timeZone } = storeOf(karat, store)
  const today = dayAt(plan.now.getTime(), timeZone)
  return dueAfter(plan, today > plan.dueOn ? today : plan.dueOn, takenDays(plan, timeZone))
}

type EndedRun = {
  id: string
  holder: Holder
  plan: Plan
  state: 'done' | 'trying' | 'charging' | 'missed' | 'too_dear'
  purchaseId?: string
  tradeId?: string
  price?: bigint
  problem?: RunProblem
  tries?: number
}

export const endRun = (
  tx: Tx,
  { id, holder, plan, state, purchaseId, tradeId, price, problem, tries }: EndedRun,
): Promise<number> =>
  tx.run(sql`
    insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, tries, problem, price_minor, purchase_id, trade_id, ended_at)
    values (${id}, ${plan.dueOn}::date, ${holder.memberId}, ${holder.currency}, ${state}, ${tries ?? plan.tries}, ${problem ?? null}, ${price ?? null}, ${purchaseId ?? plan.purchaseId}, ${tradeId ?? null},
      ${state === 'trying' || state === 'charging' ? null : plan.now})
    on conflict (plan_id, due_on) do update set state = excluded.state, tries = excluded.tries, problem = excluded.problem,
      price_minor = excluded.price_minor, purchase_id = excluded.purchase_id, trade_id = excluded.trade_id, ended_at = excluded.ended_at`)

export const onceKeyOf = (id: string, { dueOn }: Plan): string => `plan:${id}:${dueOn}`

type Letter<T extends MailTemplate> = { template: T; values: MailValues[T] }

export async function tell<T extends MailTemplate>(
  tx: Tx,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
  write: (language: string) => Letter<T>,
  onceKey?: string,
): Promise<void> {
  const contact = await findContact(tx, memberId)
  await queueMail(tx, { ...contact, ...write(contact.language), store, ...(onceKey && { onceKey }) })
}
