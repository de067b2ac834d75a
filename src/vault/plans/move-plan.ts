/** How a savings plan goes on: which day is next, and what of a day is over. The place of its member is held. */
import { type Sql, sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import type { Minor } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import { formatWeekDay } from '../../ui/format.ts'
import type { Language } from '../../ui/language.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { endOpen } from '../purchases/end-purchase.ts'
import {
  type Day,
  dayAt,
  dueAfter,
  firstDue,
  type PaidBy,
  type PauseCause,
  type PlanState,
  runsAt,
  type Schedule,
} from './plan-rules.ts'

type Named = { id: string; store: string }

export type HeldPlan = Schedule & {
  amount: Minor
  state: PlanState
  because: PauseCause | null
  paidBy: PaidBy
  dueOn: Day | null
}

/** With its member's place, which whoever buys for them holds: no run of it happens until `tx` ends. Refuses not_found, somebody else's too. */
export async function holdPlan(tx: Tx, whose: Pick<Holder, 'memberId' | 'store'>, id: string): Promise<HeldPlan> {
  await holdPlace(tx, whose)
  const plan = await lockPlan(tx, sql`id = ${id} and member_id = ${whose.memberId} and store = ${whose.store}`)
  if (!plan) throw new Refusal('not_found')
  return plan
}

/** The place of its member is held. */
export const lockPlan = (tx: Tx, which: Sql): Promise<HeldPlan | undefined> =>
  tx.row<HeldPlan>(sql`
    select rhythm, on_day as "onDay", amount_minor as amount, state, because, paid_by as "paidBy", due_on::text as "dueOn"
    from vault.plans where ${which} for update`)

/** Days of a plan that had a run, as far as another could still be on them; and when one bought last, as far as that was about today. */
export type Had = { daysHad: Day[]; boughtAt: Date | null }

export const hadBy = (planId: Sql): Sql => sql`
  array(select r.due_on::text from vault.plan_runs r where r.plan_id = ${planId} and r.due_on >= current_date - 1 order by r.due_on) as "daysHad",
  (select max(r.ended_at) from vault.plan_runs r where r.plan_id = ${planId} and r.state = 'done' and r.ended_at >= current_date - 1) as "boughtAt"`

/** Days of the store on which the plan has no other run: one of that day has begun, or an earlier one bought on it. */
export const takenDays = ({ daysHad, boughtAt }: Had, timeZone: string): Set<Day> =>
  new Set(boughtAt ? [...daysHad, dayAt(boughtAt.getTime(), timeZone)] : daysHad)

/** The next of its days whose runs have not begun, by the database's clock, and that is not taken; later than `after`. */
export async function nextDay(
  tx: Tx,
  karat: Pick<Bag<'vault'>, 'stores'>,
  { id, store }: Omit<Named, 'id'> & { id: string | null },
  schedule: Schedule,
  after: Day = '',
): Promise<Day> {
  const row = await tx.row<Had & { now: Date }>(sql`select now() as now, ${hadBy(sql`${id}::uuid`)}`)
  if (!row) throw new Error('the database tells no time')
  const { timeZone } = storeOf(karat, store)
  const taken = takenDays(row, timeZone)
  const first = firstDue(schedule, row.now.getTime(), timeZone, taken)
  return first > after ? first : dueAfter(schedule, after, taken)
}

/** It goes on, and its next run is on that day. `missed`: runs missed in a row; unless named as before, none where it was paused. */
export const goOn = (
  tx: Tx,
  karat: Pick<Bag<'vault'>, 'stores'>,
  { id, store, day, missed }: Named & { day: Day; missed?: number },
): Promise<number> =>
  tx.run(sql`
    update vault.plans set state = 'active', because = null, missed = coalesce(${missed ?? null}::smallint, case state when 'paused' then 0 else missed end),
      due_on = ${day}::date, next_at = ${runsAt(day, storeOf(karat, store).timeZone)}, waits_for = null where id = ${id}`)

/** It has no next run until it goes on. `missed`: runs missed in a row; unless named as before. */
export const pause = (
  tx: Tx,
  { id, because, missed }: { id: string; because: PauseCause; missed?: number },
): Promise<number> =>
  tx.run(sql`
    update vault.plans set state = 'paused', because = ${because}, missed = coalesce(${missed ?? null}::smallint, missed), due_on = null, next_at = null,
      waits_for = null where id = ${id}`)

/**
 * A run that is being tried or charged is over: what is charged for it all the same goes back. One whose money is there has bought, and what
 * was missed before it counts no more. Whether it had.
 */
export async function endOpenRun(tx: Tx, planId: string): Promise<{ bought: boolean }> {
  const run = await tx.row<{ purchase: string | null; bought: boolean }>(sql`
    update vault.plan_runs r set ended_at = now(), state = case when b.bought then 'done' else 'skipped' end,
      trade_id = case when b.bought then r.purchase_id end
    from (select o.plan_id, o.due_on, coalesce(p.state = 'paid', false) as bought from vault.plan_runs o
      left join vault.purchases p on p.id = o.purchase_id where o.plan_id = ${planId} and o.state in ('trying', 'charging')) b
    where r.plan_id = b.plan_id and r.due_on = b.due_on returning r.purchase_id as purchase, b.bought`)
  if (run?.purchase && !run.bought) await endOpen(tx, sql`id = ${run.purchase}`, 'cancelled')
  if (run?.bought) await tx.run(sql`update vault.plans set missed = 0 where id = ${planId}`)
  return { bought: run?.bought ?? false }
}

export const dayWords = (day: Day, language: string): string => formatWeekDay(day, language as Language)

export const plansLink = ({ config }: Pick<Bag<'vault'>, 'config'>): string => `${config.PUBLIC_URL}/user/trade/plans`
