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
import { dayWords, goOn, plansLink } from './move-plan.ts'
import { afterTry, type Day, dayAt, dueAfter, type RunProblem, type Schedule } from './plan-rules.ts'

type Due = { id: string; holder: Holder }
export type Ran = 'done' | 'tried' | 'too_dear' | 'waits' | 'not_due'

/** Begins every run that is due in a store whose price is live; how many bought. */
export async function runPlans(karat: Bag<'vault'>): Promise<number> {
  let bought = 0
  for (const store of karat.stores.values()) {
    if (!isLive(karat, store)) continue
    let after = LEAST_ID
    for (let due = await listDue(karat, store, after); due.length > 0; due = await listDue(karat, store, after)) {
      for (const one of due) if ((await runPlan(karat, one)) === 'done') bought += 1
      after = due.at(-1)?.id ?? after
    }
  }
  return bought
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

function isLive({ prices }: Bag<'vault'>, { code, currency }: Store): boolean {
  try {
    return prices.of(code, currency).state === 'live'
  } catch (error) {
    if (error instanceof Refusal) return false // there has never been a price
    throw error
  }
}

async function listDue({ db }: Bag<'vault'>, { code, currency }: Store, after: string): Promise<Due[]> {
  const rows = await db.rows<{ id: string; memberId: string }>(sql`
    select id, member_id as "memberId" from vault.plans where store = ${code} and state = 'active' and next_at <= now() and id > ${after}::uuid
    order by id limit ${settings.plans.atOnce}::int`)
  return rows.map(({ id, memberId }) => ({ id, holder: { memberId, store: code, currency } }))
}

/** What was tried cannot be tried now, by no fault of the member's. */
class Waits extends Error {
  override name = 'Waits'
  readonly on: 'account' | 'gold'
  constructor(on: 'account' | 'gold') {
    super(`waits for ${on}`)
    this.on = on
  }
}

/**
 * The run that is due buys grams for the amount at the ask of this moment, like every purchase from the balance; or it is over since a gram
 * costs more than the plan allows; or the try is counted. In one transaction with the plan's next day. Without a live price nothing is
 * done; where the account, or the vault, is closed to it, it is looked at again later.
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
    if (on) await wait(karat, id, on)
    else karat.log.warn({ err: error, plan: id }, 'a savings plan cannot run')
    return 'waits'
  }
}

function waitsOn(error: unknown): Waits['on'] | undefined {
  if (error instanceof Waits) return error.on
  if (error instanceof Refusal && error.code === 'gold_sold_out') return 'gold'
  const broken = brokenConstraint(error)
  if (broken === 'buying_is_open') return 'gold'
  return broken === 'member_may_move' ? 'account' : undefined
}

const wait = ({ db }: Bag<'vault'>, id: string, on: Waits['on']): Promise<number> =>
  db.run(sql`
    update vault.plans set waits_for = ${on}, next_at = now() + make_interval(secs => ${settings.plans.waitSeconds}::int)
    where id = ${id} and state = 'active' and next_at <= now()`)

type Running = { id: string; holder: Holder; price: PriceNow }
type Plan = Schedule & { amount: Minor; ceiling: bigint | null; dueOn: Day; missed: number; tries: number; now: Date }

async function run(tx: Tx, karat: Bag<'vault'>, running: Running): Promise<Ran> {
  const { id, holder, price } = running
  const holderId = await holdPlace(tx, holder)
  if (await isFrozenNow(tx, holder.memberId)) throw new Waits('account')
  const plan = await tx.row<Plan>(sql`
    select p.rhythm, p.on_day as "onDay", p.amount_minor as amount, p.ceiling_minor as ceiling, p.due_on::text as "dueOn", p.missed, now() as now,
      coalesce((select r.tries from vault.plan_runs r where r.plan_id = p.id and r.due_on = p.due_on), 0) as tries
    from vault.plans p where id = ${id} and state = 'active' and next_at <= now() for update`)
  if (!plan) return 'not_due'
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
  await tx.run(sql`update vault.plans set missed = 0 where id = ${id}`)
  await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan) })
  return 'done'
}

/** Said by letter once, until a run has bought again: a price stays high for days. */
async function tooDear(tx: Tx, karat: Bag<'vault'>, { id, holder, price }: Running, plan: Plan): Promise<Ran> {
  await requireSelling(tx, karat, price)
  const before = await tx.row<{ state: string }>(sql`
    select state from vault.plan_runs where plan_id = ${id} and state <> 'skipped' order by due_on desc limit 1`)
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
  else await tx.run(sql`update vault.plans set missed = missed + 1 where id = ${id}`)
  if (then === 'missed') await goOn(tx, karat, { id, store: holder.store, day })
  if (then === 'paused')
    await tx.run(sql`
      update vault.plans set state = 'paused', because = 'missed', due_on = null, next_at = null, waits_for = null where id = ${id}`)
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
  const today = dayAt(plan.now.getTime(), storeOf(karat, store).timeZone)
  return dueAfter(plan, today > plan.dueOn ? today : plan.dueOn)
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
