/** What a member does with their savings plans. Each answers what they have afterwards. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf, type Minor, minor, moneyText } from '../../money/money.ts'
import { endMandates, livingMandate } from '../../payments/mandates.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { readPrice, readUnits } from '../read-wish.ts'
import { figuresOf, isFar, memberQuotesLimit } from '../trade-rules.ts'
import { requireAgreed } from '../vault-agreement.ts'
import { tell } from './end-run.ts'
import { dayWords, endOpenRun, goOn, type HeldPlan, holdPlan, nextDay, pause, plansLink } from './move-plan.ts'
import type { PlanChange, PlansView, PlanWish } from './plan-contract.ts'
import { askForMandate } from './plan-mandates.ts'
import { listPlans } from './plan-queries.ts'
import { type Day, type PlanState, runsAt, type Schedule } from './plan-rules.ts'

type Terms = Schedule & { amount: Minor; ceiling: bigint | null }

/**
 * Buys gold for the amount on each of its days from now on, beginning with the day that the member was told; where a card or wallet pays,
 * once the member has agreed at its provider that it may be charged (plan-mandates.ts).
 *
 * Refuses, in this order: as checkPin; no_cash_balance where the balance is to pay and the store keeps none; invalid_input as readTerms; plan_limit; as
 * requireAgreed; plan_day_moved, with the day, where the first run is on another one than was said; method_unavailable where the store charges no such thing.
 */
export async function beginPlan(
  karat: Bag<'vault'>,
  holder: Holder,
  wish: PlanWish,
  request: Once,
): Promise<PlansView> {
  await checkPin(karat, holder.memberId, wish.pin)
  return once(karat.db, request, async (tx) => {
    const { paid_by: paidBy } = wish
    if (paidBy === 'balance' && !settings.cash.stores[holder.store]) throw new Refusal('no_cash_balance')
    const terms = readTerms(karat, holder, wish)
    await holdPlace(tx, holder)
    await requireRoom(tx, holder)
    await requireAgreed(tx, holder, wish.agreement_version)
    const first = await nextDay(tx, karat, { id: null, store: holder.store }, terms)
    if (first !== wish.first_on) throw new Refusal('plan_day_moved', { day: first })
    const id = newId()
    const begins = paidBy === 'balance'
    await tx.run(sql`
      insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, on_day, ceiling_minor, paid_by, state, because, due_on, next_at)
      values (${id}, ${holder.memberId}, ${holder.store}, ${holder.currency}, ${terms.amount}, ${terms.rhythm}, ${terms.onDay}::smallint,
        ${terms.ceiling}, ${paidBy}, ${begins ? 'active' : 'paused'}, ${begins ? null : 'mandate'}, ${begins ? first : null}::date,
        ${begins ? runsAt(first, storeOf(karat, holder.store).timeZone) : null})`)
    if (paidBy === 'balance') await tellBegun(tx, karat, holder, terms.amount, first)
    else await askForMandate(tx, karat, holder, { id, paidBy, amount: terms.amount })
    return listPlans(karat, tx, holder)
  })
}

/**
 * Its runs are by these terms from now on. Where its days change, a run that is being tried or charged is over, and the next one is on the
 * first of the new days; not on one on which that run had bought.
 *
 * Refuses, in this order: as checkPin; invalid_input as readTerms; not_found; plan_state once it has ended; invalid_input for more than may be charged for it;
 * plan_day_moved.
 */
export async function changePlan(
  karat: Bag<'vault'>,
  holder: Holder,
  change: PlanChange,
  request: Once,
): Promise<PlansView> {
  await checkPin(karat, holder.memberId, change.pin)
  return once(karat.db, request, async (tx) => {
    const terms = readTerms(karat, holder, change)
    const plan = await holdOwn(tx, holder, change.plan_id, ['active', 'paused'])
    if (plan.paidBy !== 'balance') await requireAllowed(tx, change.plan_id, terms.amount, holder.currency)
    await tx.run(sql`
      update vault.plans set amount_minor = ${terms.amount}, rhythm = ${terms.rhythm}, on_day = ${terms.onDay}::smallint,
        ceiling_minor = ${terms.ceiling} where id = ${change.plan_id}`)
    if (plan.state === 'active') {
      const isSame = plan.rhythm === terms.rhythm && plan.onDay === terms.onDay
      const of = { id: change.plan_id, store: holder.store }
      if (!isSame) await endOpenRun(tx, change.plan_id)
      const next = isSame ? plan.dueOn : await nextDay(tx, karat, of, terms)
      if (next !== change.first_on) throw new Refusal('plan_day_moved', { day: next })
      if (!isSame) await goOn(tx, karat, { ...of, day: next as Day })
    }
    return listPlans(karat, tx, holder)
  })
}

/** Nothing is bought for it until it goes on; a run that is being tried is over. Refuses not_found; plan_state unless it goes on. */
export const pausePlan = (karat: Bag<'vault'>, holder: Holder, id: string): Promise<PlansView> =>
  inPlan(karat, holder, id, ['active'], async (tx) => {
    await endOpenRun(tx, id)
    await pause(tx, { id, because: 'member' })
  })

/**
 * It goes on with the first of its days that is ahead; what was missed stays so. Refuses not_found; plan_state unless it is paused;
 * plan_paused_by_shop where the shop did that; plan_uncharged where its card or wallet may not be charged.
 */
export const resumePlan = (karat: Bag<'vault'>, holder: Holder, id: string): Promise<PlansView> =>
  inPlan(karat, holder, id, ['paused'], async (tx, plan) => {
    if (plan.because === 'staff') throw new Refusal('plan_paused_by_shop')
    if (plan.paidBy !== 'balance' && (await livingMandate(tx, id))?.state !== 'active')
      throw new Refusal('plan_uncharged')
    const of = { id, store: holder.store }
    await goOn(tx, karat, { ...of, day: await nextDay(tx, karat, of, plan) })
  })

/** Nothing is bought or charged for it ever again; a run that is being tried is over. Refuses not_found; plan_state once it has ended. */
export const endPlan = (karat: Bag<'vault'>, holder: Holder, id: string): Promise<PlansView> =>
  inPlan(karat, holder, id, ['active', 'paused'], async (tx) => {
    await endOpenRun(tx, id)
    await endMandates(tx, sql`subject_id = ${id}`)
    await tx.run(sql`
      update vault.plans set state = 'ended', because = null, due_on = null, next_at = null, waits_for = null, ended_at = now() where id = ${id}`)
  })

/**
 * The run of that day buys nothing, and the next one is that of the day after it. Refuses not_found; plan_state unless it goes on;
 * plan_day_moved where another run is next by now.
 */
export const skipRun = (karat: Bag<'vault'>, holder: Holder, id: string, dueOn: Day): Promise<PlansView> =>
  inPlan(karat, holder, id, ['active'], async (tx, plan) => {
    if (plan.dueOn !== dueOn) throw new Refusal('plan_day_moved', { day: plan.dueOn })
    const of = { id, store: holder.store }
    if ((await endOpenRun(tx, id)).bought)
      throw new Refusal('plan_day_moved', { day: await nextDay(tx, karat, of, plan, dueOn) })
    await tx.run(sql`
      insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, ended_at)
      values (${id}, ${dueOn}::date, ${holder.memberId}, ${holder.currency}, 'skipped', now()) on conflict (plan_id, due_on) do nothing`)
    await goOn(tx, karat, { ...of, day: await nextDay(tx, karat, of, plan, dueOn) })
  })

const inPlan = (
  karat: Bag<'vault'>,
  holder: Holder,
  id: string,
  from: PlanState[],
  act: (tx: Tx, plan: HeldPlan) => Promise<void>,
): Promise<PlansView> =>
  karat.db.transaction(async (tx) => {
    await act(tx, await holdOwn(tx, holder, id, from))
    return listPlans(karat, tx, holder)
  })

/** Refuses not_found; plan_state. */
async function holdOwn(tx: Tx, holder: Holder, id: string, from: PlanState[]): Promise<HeldPlan> {
  const plan = await holdPlan(tx, holder, id)
  if (!from.includes(plan.state)) throw new Refusal('plan_state', { state: plan.state })
  return plan
}

/** The member's place is held: what is counted is so when the row is written. */
async function requireRoom(tx: Tx, { memberId, store }: Holder) {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from vault.plans where member_id = ${memberId} and store = ${store} and state <> 'ended'`)
  const limit = settings.plans.max
  if ((row?.count ?? 0) >= limit) throw new Refusal('plan_limit', { limit })
}

/** A card or wallet is charged no more than its member has agreed to there. */
async function requireAllowed(tx: Tx, planId: string, amount: Minor, currency: Holder['currency']): Promise<void> {
  const mandate = await livingMandate(tx, planId)
  if (mandate && amount > mandate.limit_minor)
    throw invalidInput({ amount: problem('too_big', { n: moneyText(minor(mandate.limit_minor), currency) }) })
}

type Typed = Pick<PlanChange, 'amount' | 'rhythm' | 'on_day' | 'ceiling'>

/**
 * Refuses invalid_input: an amount below the least that is bought or for more than is quoted at once, a day that the rhythm does not have,
 * a ceiling far from the price.
 */
function readTerms(karat: Bag<'vault'>, holder: Holder, { amount, rhythm, on_day, ceiling }: Typed): Terms {
  const onDay = on_day ?? null
  if (rhythm === 'daily' ? onDay !== null : onDay === null || (rhythm === 'weekly' && onDay > 7))
    throw invalidInput({ on_day: rhythm === 'daily' ? problem('not_right') : problem('required') })
  return { rhythm, onDay, amount: readAmount(karat, holder, amount), ceiling: readCeiling(karat, holder, ceiling) }
}

function readAmount(karat: Bag<'vault'>, holder: Holder, text: string): Minor {
  const { store, currency } = holder
  const amount = minor(readUnits(text, currency, 'amount'))
  const least = settings.trade.least[currency]
  if (amount < least) throw invalidInput({ amount: problem('too_small', { n: moneyText(minor(least), currency) }) })
  const { weight } = figuresOf('buy', { by: 'amount', amount }, karat.prices.of(store, currency))
  if (weight > memberQuotesLimit)
    throw invalidInput({ amount: problem('too_many_grams', { n: String(settings.trade.memberGrams) }) })
  return amount
}

function readCeiling(karat: Bag<'vault'>, holder: Holder, text: string | undefined): bigint | null {
  if (text === undefined) return null
  const ceiling = readPrice(text, holder.currency, 'ceiling')
  const { ask } = karat.prices.of(holder.store, holder.currency)
  if (isFar(ceiling, ask, settings.plans.farTimes)) throw invalidInput({ ceiling: problem('far_from_price') })
  return ceiling
}

const tellBegun = (tx: Tx, karat: Bag<'vault'>, holder: Holder, amount: Minor, day: Day): Promise<void> =>
  tell(tx, holder, (language) => ({
    template: 'plan_begun',
    values: { amount: amountOf(amount, holder.currency), day: dayWords(day, language), link: plansLink(karat) },
  }))
