/** Runs of savings plans: on every instance, each at most once for its plan and day (decision 0114). */
import { brokenConstraint, type Queryable, sql, type Tx } from '../../db/database.ts'
import { isFrozenNow } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { amountOf, type Minor, minor } from '../../money/money.ts'
import { isBeingCharged, livingMandate } from '../../payments/mandates.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { requireSelling, sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Store } from '../../stores/stores.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { openByMandate } from '../purchases/open-purchase.ts'
import { tradeQuoted } from '../trade-gold.ts'
import { quoteAtOnce } from '../trade-quotes.ts'
import { dayAfterRun, done, endRun, lockGoing, onceKeyOf, type Plan, tell, tried } from './end-run.ts'
import { dayWords, goOn, plansLink } from './move-plan.ts'
import type { PlanView } from './plan-contract.ts'
import { pauseWithoutMandate } from './plan-mandates.ts'
import type { RunProblem } from './plan-rules.ts'

type Due = { id: string; holder: Holder }
export type Ran = 'done' | 'charging' | 'tried' | 'too_dear' | 'waits' | 'not_due'

/** Begins every run that is due in a store whose price is live; how many bought, or are being charged. */
export async function runPlans(karat: Bag<'vault'>): Promise<number> {
  let bought = 0
  for (const store of karat.stores.values()) {
    if (!karat.prices.live(store.code, store.currency)) continue
    let after = LEAST_ID
    for (let due = await listDue(karat, store, after); due.length > 0; due = await listDue(karat, store, after)) {
      for (const one of due) if (['done', 'charging'].includes(await runPlan(karat, one))) bought += 1
      after = due.at(-1)?.id ?? after
    }
  }
  return bought
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

async function listDue({ db }: Bag<'vault'>, { code, currency }: Store, after: string): Promise<Due[]> {
  const rows = await db.rows<{ id: string; memberId: string }>(sql`
    select id, member_id as "memberId" from vault.plans p where store = ${code} and state = 'active' and next_at <= now() and id > ${after}::uuid
      and not exists (select from vault.plan_runs r where r.plan_id = p.id and r.state = 'charging')
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
 * The run that is due buys grams for the amount at the ask of this moment, like every purchase from the balance, or has the card or wallet of
 * its plan charged for them; or it is over since a gram
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
    await wait(karat.db, id, on ?? null)
    return 'waits'
  }
}

const waitsByCode: Partial<Record<string, WaitsOn>> = {
  gold_sold_out: 'gold',
  exposure_limit: 'gold',
  agreement_required: 'agreement',
  vault_not_open: 'agreement',
}

function waitsOn(error: unknown): WaitsOn | undefined {
  if (error instanceof Waits) return error.on
  if (error instanceof Refusal) return waitsByCode[error.code]
  const broken = brokenConstraint(error)
  if (broken === 'buying_is_open' || broken === 'feature_is_on') return 'gold'
  return broken === 'member_may_move' ? 'account' : undefined
}

const wait = (db: Queryable, id: string, on: WaitsOn | null): Promise<number> =>
  db.run(sql`
    update vault.plans set waits_for = ${on}, next_at = now() + make_interval(secs => ${settings.plans.waitSeconds}::int)
    where id = ${id} and state = 'active' and next_at <= now()`)

type Running = { id: string; holder: Holder; price: PriceNow }

async function run(tx: Tx, karat: Bag<'vault'>, running: Running): Promise<Ran> {
  const { id, holder, price } = running
  const holderId = await holdPlace(tx, holder)
  if (await isFrozenNow(tx, holder.memberId)) throw new Waits('account')
  const plan = await lockGoing(tx, id, sql`p.next_at <= now()`)
  // What is being charged is seen to by settleCharged.
  if (!plan || plan.settled === 'charging') return 'not_due'
  if (plan.settled && plan.settled !== 'trying') {
    await goOn(tx, karat, { id, store: holder.store, day: dayAfterRun(karat, holder, plan) })
    return 'not_due'
  }
  if (plan.ceiling !== null && price.ask > plan.ceiling) return tooDear(tx, karat, running, plan)
  if (plan.paidBy !== 'balance') return charge(tx, karat, { ...running, holderId }, plan)
  const bought = await attempt(tx, () => buy(tx, karat, { ...running, holderId, amount: plan.amount }))
  return 'problem' in bought
    ? tried(tx, karat, running, plan, bought.problem)
    : done(tx, karat, running, plan, bought.id)
}

/**
 * Its purchase is open, and its mandate is to be charged (payments/charge-mandates.ts); what comes of it is seen to by settleCharged. While
 * money of a charge before may still come, of a run that was ended, nothing is charged, and nothing counted.
 */
async function charge(tx: Tx, karat: Bag<'vault'>, running: Running & { holderId: string }, plan: Plan): Promise<Ran> {
  const { id, holder, holderId, price } = running
  const [mandate, isCharged] = await Promise.all([livingMandate(tx, id), isBeingCharged(tx, id)])
  if (mandate?.state !== 'active') {
    await pauseWithoutMandate(tx, karat, { id, holder, plan })
    return 'not_due'
  }
  if (isCharged) {
    await wait(tx, id, null)
    return 'waits'
  }
  const { amount, now } = plan
  const opened = await attempt(tx, () => openByMandate(tx, karat, { holder, holderId, price, amount, mandate, now }))
  if ('problem' in opened) return tried(tx, karat, running, plan, opened.problem)
  await endRun(tx, { id, holder, plan, state: 'charging', purchaseId: opened.id })
  await wait(tx, id, null)
  return 'charging'
}

const buy = async (
  tx: Tx,
  karat: Bag<'vault'>,
  { holder, holderId, price, amount }: Running & { holderId: string; amount: Minor },
): Promise<string> => {
  const quote = await quoteAtOnce(tx, karat, { kind: 'plan', holder, holderId, price, amount })
  const firm = { kind: 'plan' as const, tax: minor(0n) }
  return (await tradeQuoted(tx, karat, holder, { side: 'buy', quoteId: quote.id, firm })).trade_id
}

/** What was made, by its id; or why the member cannot make it now: then it is as if it had not been tried. */
async function attempt(tx: Tx, make: () => Promise<string>): Promise<{ id: string } | { problem: Tried }> {
  await tx.run(sql`savepoint plan_run`)
  try {
    return { id: await make() }
  } catch (error) {
    const problem = error instanceof Refusal ? problems[error.code] : undefined
    if (!problem) throw error
    await tx.run(sql`rollback to savepoint plan_run`)
    return { problem }
  }
}

type Tried = Exclude<RunProblem, 'not_sold'>
/** What counts as a try: the member can put it right. */
const problems: Partial<Record<string, Tried>> = {
  balance_too_low: 'balance_too_low',
  cash_disputed: 'cash_disputed',
  verification_required: 'level',
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
    await tell(
      tx,
      holder,
      (language) => ({
        template: 'plan_too_dear',
        values: {
          ...{ amount: amountOf(plan.amount, holder.currency), price: amountOf(price.ask, holder.currency) },
          ...{ ceiling: amountOf(plan.ceiling ?? 0n, holder.currency), day: dayWords(day, language) },
          link: plansLink(karat),
        },
      }),
      onceKeyOf(id, plan),
    )
  return 'too_dear'
}
