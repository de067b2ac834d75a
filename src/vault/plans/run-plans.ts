/** Runs of savings plans: on every instance, each at most once for its plan and day (decision 0114). */
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { findContact, isFrozenNow } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import type { MailTemplate, MailValues } from '../../mail/templates.ts'
import { amountOf, type Minor, minor } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { requireSelling, sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { type Store, storeOf } from '../../stores/stores.ts'
import type { TradeView } from '../contract.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { tradeQuoted } from '../trade-gold.ts'
import { quotesOf } from '../trade-quotes.ts'
import { figuresOf } from '../trade-rules.ts'
import { dayWords, goOn, type Had, hadBy, pause, plansLink, takenDays } from './move-plan.ts'
import type { PlanRunView, PlanView } from './plan-contract.ts'
import { afterTry, type Day, dayAt, dueAfter, type RunProblem, type Schedule } from './plan-rules.ts'

type Due = { id: string; holder: Holder }
export type Ran = 'done' | 'tried' | 'too_dear' | 'waits' | 'not_due'

/** Begins every run that is due in a store whose price is live; how many bought. */
export async function runPlans(karat: Bag<'vault'>): Promise<number> {
  let bought = 0
  for (const store of karat.stores.values()) {
    if (!karat.prices.live(store.code, store.currency)) continue
    let after = LEAST_ID
    for (let due = await listDue(karat, store, after); due.length > 0; due = await listDue(karat, store, after)) {
      for (const one of due) if ((await runPlan(karat, one)) === 'done') bought += 1
      after = due.at(-1)?.id ?? after
    }
  }
  return bought
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

async function listDue({ db }: Bag<'vault'>, { code, currency }: Store, after: string): Promise<Due[]> {
  const rows = await db.rows<{ id: string; memberId: string }>(sql`
    select id, member_id as "memberId" from vault.plans where store = ${code} and state = 'active' and next_at <= now() and id > ${after}::uuid
    order by id limit ${settings.plans.atOnce}::int`)
  return rows.map(({ id, memberId }) => ({ id, holder: { memberId, store: code, currency } }))
}

type WaitsOn = Exclude<PlanView['waits_for'], 'price' | null>

/** What was tried cannot be tried now, by no fault of the member's. */
class Waits extends Error {
  override name = 'Waits'
  readonly on: WaitsOn
  constructor(on: WaitsOn) {
    super(`waits for ${on}`)
    this.on = on
  }
}

/**
 * The run that is due buys grams for the amount at the ask of this moment, like every purchase from the balance; or it is over since a gram
 * costs more than the plan allows; or the try is counted. In one transaction with the plan's next day. Without a live price nothing is
 * done; where the account, or the vault, is closed to it, or something fails that nobody foresaw, it is looked at again later. Of a day
 * whose run is over nothing is due: the plan goes on.
 */
export async function runPlan(karat: Bag<'vault'>, { id, holder }: Due): Promise<Ran> {
  try {
    return await sellAtPrice(karat, holder, (price) => {
      if (price.state !== 'live') throw new Refusal('price_unavailable', { state: price.state })
      return karat.db.transaction((tx) => run(tx, karat, { id, holder, price }))
    })
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'price_unavailable' || error.code === 'price_on_hold'))
      return 'waits'
    const on = waitsOn(error)
    if (!on) karat.log.warn({ err: error, plan: id }, 'a savings plan cannot run')
    await wait(karat, id, on ?? null)
    return 'waits'
  }
}

const waitsByCode: Partial<Record<string, WaitsOn>> = {
  gold_sold_out: 'gold',
  agreement_required: 'agreement',
  vault_not_open: 'agreement',
}

function waitsOn(error: unknown): WaitsOn | undefined {
  if (error instanceof Waits) return error.on
  if (error instanceof Refusal) return waitsByCode[error.code]
  const broken = brokenConstraint(error)
  if (broken === 'buying_is_open') return 'gold'
  return broken === 'member_may_move' ? 'account' : undefined
}

const wait = ({ db }: Bag<'vault'>, id: string, on: WaitsOn | null): Promise<number> =>
  db.run(sql`
    update vault.plans set waits_for = ${on}, next_at = now() + make_interval(secs => ${settings.plans.waitSeconds}::int)
    where id = ${id} and state = 'active' and next_at <= now()`)

type Running = { id: string; holder: Holder; price: PriceNow }
type Plan = Schedule &
  Had & {
    amount: Minor
    ceiling: bigint | null
    dueOn: Day
    missed: number
    tries: number
    settled: PlanRunView['state'] | null
    now: Date
  }

async function run(tx: Tx, karat: Bag<'vault'>, running: Running): Promise<Ran> {
  const { id, holder, price } = running
  const holderId = await holdPlace(tx, holder)
  if (await isFrozenNow(tx, holder.memberId)) throw new Waits('account')
  const plan = await tx.row<Plan>(sql`
    select p.rhythm, p.on_day as "onDay", p.amount_minor as amount, p.ceiling_minor as ceiling, p.due_on::text as "dueOn", p.missed, now() as now,
      coalesce((select r.tries from vault.plan_runs r where r.plan_id = p.id and r.due_on = p.due_on), 0) as tries,
      (select r.state from vault.plan_runs r where r.plan_id = p.id and r.due_on = p.due_on) as settled, ${hadBy(sql`p.id`)}
    from vault.plans p where id = ${id} and state = 'active' and next_at <= now() for update`)
  if (!plan) return 'not_due'
  if (plan.settled && plan.settled !== 'trying') {
    await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan) })
    return 'not_due'
  }
  if (plan.ceiling !== null && price.ask > plan.ceiling) return tooDear(tx, karat, running, plan)
  const bought = await buy(tx, karat, { ...running, holderId, amount: plan.amount })
  return typeof bought === 'string' ? tried(tx, karat, running, plan, bought) : done(tx, karat, running, plan, bought)
}

/** The trade; or why the member cannot make it now: then it is as if it had not been tried. */
async function buy(
  tx: Tx,
  karat: Bag<'vault'>,
  { holder, holderId, price, amount }: Running & { holderId: string; amount: Minor },
): Promise<TradeView | RunProblem> {
  await tx.run(sql`savepoint plan_run`)
  try {
    const { weight, value, spread, rounding } = figuresOf('buy', { by: 'amount', amount }, price)
    const bound = { kind: 'plan' as const, subjectId: holderId, memberId: holder.memberId }
    const figures = {
      by: 'amount' as const,
      ...{ weight: weight.toString(), amount: amount.toString(), price: price.ask.toString() },
      ...{ value: value.toString(), spread: spread.toString(), rounding: rounding.toString() },
    }
    const quote = await quotesOf('plan').insert(tx, karat, { price, bound, figures, notAfter: null })
    const firm = { kind: 'plan' as const, tax: minor(0n) }
    return await tradeQuoted(tx, karat, holder, { side: 'buy', quoteId: quote.id, firm })
  } catch (error) {
    const problem = error instanceof Refusal ? problems[error.code] : undefined
    if (!problem) throw error
    await tx.run(sql`rollback to savepoint plan_run`)
    return problem
  }
}

/** What counts as a try: the member can put it right. */
const problems: Partial<Record<string, RunProblem>> = {
  balance_too_low: 'balance_too_low',
  cash_disputed: 'cash_disputed',
  verification_required: 'level',
}

async function done(tx: Tx, karat: Bag<'vault'>, { id, holder }: Running, plan: Plan, trade: TradeView): Promise<Ran> {
  await endRun(tx, { id, holder, plan, state: 'done', tradeId: trade.trade_id })
  await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan), missed: 0 })
  return 'done'
}

/** Said by letter once, until a run has bought again: a price stays high for days, and a miss between them is no purchase. */
async function tooDear(tx: Tx, karat: Bag<'vault'>, { id, holder, price }: Running, plan: Plan): Promise<Ran> {
  await requireSelling(tx, karat, price)
  const before = await tx.row<{ state: string }>(sql`
    select state from vault.plan_runs where plan_id = ${id} and state in ('done', 'too_dear') order by due_on desc limit 1`)
  await endRun(tx, { id, holder, plan, state: 'too_dear', price: price.ask })
  const day = dayAfterRun(karat, holder, plan)
  await goOn(tx, karat, { id, store: holder.store, day })
  if (before?.state !== 'too_dear')
    await tell(tx, holder, `plan:${id}:${plan.dueOn}`, (language) => ({
      template: 'plan_too_dear',
      values: {
        ...{ amount: amountOf(plan.amount, holder.currency), price: amountOf(price.ask, holder.currency) },
        ...{ ceiling: amountOf(plan.ceiling ?? 0n, holder.currency), day: dayWords(day, language) },
        link: plansLink(karat),
      },
    }))
  return 'too_dear'
}

async function tried(
  tx: Tx,
  karat: Bag<'vault'>,
  { id, holder }: Running,
  plan: Plan,
  problem: RunProblem,
): Promise<Ran> {
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
    await tell(tx, holder, `plan:${id}:${plan.dueOn}`, (language) => ({
      template: then === 'missed' ? 'plan_missed' : 'plan_paused',
      values: {
        ...{ amount: amountOf(plan.amount, holder.currency), problem },
        ...{ day: dayWords(day, language), link: plansLink(karat) },
      },
    }))
  return 'tried'
}

/** Days that were missed meanwhile are not made up for, and no plan buys twice on a day: the next one is after today. */
function dayAfterRun(karat: Bag<'vault'>, { store }: Holder, plan: Plan): Day {
  const { timeZone } = storeOf(karat, store)
  const today = dayAt(plan.now.getTime(), timeZone)
  return dueAfter(plan, today > plan.dueOn ? today : plan.dueOn, takenDays(plan, timeZone))
}

type Ended = {
  id: string
  holder: Holder
  plan: Plan
  state: 'done' | 'trying' | 'missed' | 'too_dear'
  tradeId?: string
  price?: bigint
  problem?: RunProblem
  tries?: number
}

const endRun = (tx: Tx, { id, holder, plan, state, tradeId, price, problem, tries }: Ended): Promise<number> =>
  tx.run(sql`
    insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, tries, problem, price_minor, trade_id, ended_at)
    values (${id}, ${plan.dueOn}::date, ${holder.memberId}, ${holder.currency}, ${state}, ${tries ?? plan.tries}, ${problem ?? null}, ${price ?? null}, ${tradeId ?? null},
      ${state === 'trying' ? null : plan.now})
    on conflict (plan_id, due_on) do update set state = excluded.state, tries = excluded.tries, problem = excluded.problem,
      price_minor = excluded.price_minor, trade_id = excluded.trade_id, ended_at = excluded.ended_at`)

type Letter<T extends MailTemplate> = { template: T; values: MailValues[T] }

async function tell<T extends MailTemplate>(
  tx: Tx,
  { memberId, store }: Holder,
  onceKey: string,
  write: (language: string) => Letter<T>,
): Promise<void> {
  const contact = await findContact(tx, memberId)
  await queueMail(tx, { ...contact, ...write(contact.language), store, onceKey })
}
