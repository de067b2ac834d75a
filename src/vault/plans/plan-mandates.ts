/** Savings plans that a card or wallet pays: what becomes of a plan when it may be charged, and when no more. */
import { isStopped } from '../../cases/stops.ts'
import { sql, type Tx } from '../../db/database.ts'
import { findContact, isFrozen } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import * as m from '../../locale/paraglide/messages.js'
import { amountOf, type Minor } from '../../money/money.ts'
import {
  endMandates,
  livingMandate,
  type Mandate,
  type MandateSettler,
  newestMandates,
  openMandate,
  startMandates,
} from '../../payments/mandates.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import { formatDay } from '../../ui/format.ts'
import type { Language } from '../../ui/language.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { tell } from './end-run.ts'
import {
  dayWords,
  endOpenRun,
  goOn,
  type HeldPlan,
  holdPlan,
  lockPlan,
  nextDay,
  pause,
  plansLink,
} from './move-plan.ts'
import type { PlansView } from './plan-contract.ts'
import { listPlans } from './plan-queries.ts'

type Reach = Pick<Bag<'vault'>, 'config' | 'stores'>

/** A plan that waits for its mandate begins with it; it is paused at once when nothing may be charged any more, and its member is told. */
export const planMandateSettler = (karat: Reach): MandateSettler => ({
  async hold(tx, { member_id: memberId, store }) {
    await holdPlace(tx, { memberId, store })
  },
  async began(tx, mandate) {
    const { subject_id: id, member_id: memberId, store } = mandate
    const plan = await lockPlan(tx, sql`id = ${id}`)
    if (plan?.state !== 'paused' || plan.because !== 'mandate') return
    const day = await nextDay(tx, karat, { id, store }, plan)
    await goOn(tx, karat, { id, store, day })
    await tell(tx, { memberId, store }, (language) => ({
      template: 'plan_charges',
      values: { ...saidOf(karat, mandate, plan), day: dayWords(day, language) },
    }))
  },
  async ended(tx, mandate, { wasActive, as }) {
    const { subject_id: id, member_id: memberId, store } = mandate
    const plan = await lockPlan(tx, sql`id = ${id}`)
    if (!plan || !wasActive) return
    await pauseUncharged(tx, id, plan)
    if (plan.state !== 'ended') await tellUncharged(tx, { memberId, store }, { ...saidOf(karat, mandate, plan), as })
  },
  async mayCharge(db, { member_id: memberId, store }) {
    const [frozen, stopped, sold] = await Promise.all([
      isFrozen(db, memberId),
      isStopped(db, memberId),
      db.row<{ on: boolean }>(sql`
        select stores.was_on(${store}, 'gold_accounts', clock_timestamp()) and stores.was_on(${store}, 'plans', clock_timestamp()) as on`),
    ])
    return !frozen && !stopped && sold?.on === true
  },
})

type Uncharged = ReturnType<typeof saidOf> & { as: 'revoked' | 'expired' }
const tellUncharged = (tx: Tx, of: Pick<Holder, 'memberId' | 'store'>, values: Uncharged) =>
  tell(tx, of, () => ({ template: 'plan_uncharged', values }))

type Uncovered = { id: string; holder: Holder; plan: { amount: Minor } }
/** A plan that goes on, held, and may not be charged: paused as one whose mandate ends, with its letter unless there is one to agree to. */
export async function pauseWithoutMandate(tx: Tx, karat: Reach, { id, holder, plan }: Uncovered): Promise<void> {
  const [newest] = await newestMandates(tx, [id])
  await pauseUncharged(tx, id, { state: 'active' })
  if (newest?.state !== 'revoked' && newest?.state !== 'expired') return
  await tellUncharged(tx, holder, {
    ...saidOf(karat, { kind: newest.kind, currency: holder.currency }, plan),
    as: newest.state,
  })
}

/** A run that is under way is over, and the plan has no next one until it may be charged again. */
async function pauseUncharged(tx: Tx, id: string, { state }: Pick<HeldPlan, 'state'>): Promise<void> {
  if (state !== 'active') return
  await endOpenRun(tx, id)
  await pause(tx, { id, because: 'mandate' })
}

const saidOf = (
  karat: Reach,
  { kind, currency }: Pick<Mandate, 'kind' | 'currency'>,
  { amount }: Pick<HeldPlan, 'amount'>,
) => ({
  ...{ amount: amountOf(amount, currency), kind, link: plansLink(karat) },
})

/** What is charged for a plan from its beginning on, or anew: its member is to agree where `agree_url` of it leads. */
export const askForMandate = (
  tx: Tx,
  { providers }: Pick<Bag<'vault'>, 'providers'>,
  holder: Holder,
  plan: { id: string; paidBy: 'card' | 'wallet'; amount: Minor },
): Promise<void> =>
  openMandate(tx, providers, {
    ...{ subject_id: plan.id, member_id: holder.memberId, store: holder.store, kind: plan.paidBy },
    ...{ currency: holder.currency, limit_minor: plan.amount },
  })

/** Where the member agrees is known afterwards, as far as its provider answers. */
export async function startAgreeing(karat: Bag<'vault'>, holder: Holder): Promise<PlansView> {
  const { memberId: member_id, store } = holder
  const describe = ({ subject_id: id }: Mandate) => nameAtBank(karat, holder, id)
  await startMandates(karat, { member_id, store }, { describe, returnUrl: plansLink(karat) })
  return listPlans(karat, karat.db, holder)
}

/** What stays so of a plan whose terms may change. */
async function nameAtBank(karat: Bag<'vault'>, { memberId, store }: Holder, id: string): Promise<string> {
  const [plan, contact] = await Promise.all([
    karat.db.row<{ begun: Date }>(sql`select begun_at as begun from vault.plans where id = ${id}`),
    findContact(karat.db, memberId),
  ])
  if (!plan) throw new Error('a savings plan disappeared')
  const locale = contact.language as Language
  const day = formatDay(plan.begun.getTime(), storeOf(karat, store).timeZone, locale)
  return m.vault_plan_name_at_bank({ day }, { locale })
}

/**
 * The member can agree to charges for their plan: one that waits for that leads there still, and where none is alive a new one does. Refuses
 * not_found; plan_state once it has ended, for one that the balance pays, and while it may be charged; method_unavailable.
 */
export async function agreePlan(karat: Bag<'vault'>, holder: Holder, id: string): Promise<PlansView> {
  await karat.db.transaction(async (tx) => {
    const { paidBy, state, amount } = await holdPlan(tx, holder, id)
    if (state === 'ended' || paidBy === 'balance') throw new Refusal('plan_state', { state })
    const living = await livingMandate(tx, id)
    if (living?.state === 'active') throw new Refusal('plan_state', { state })
    if (!living) await askForMandate(tx, karat, holder, { id, paidBy, amount })
  })
  return startAgreeing(karat, holder)
}

/**
 * Nothing is charged for the plan any more; one that goes on is paused, and a run under way is over: what is charged all the same goes
 * back. Refuses not_found; plan_state where nothing may be charged.
 */
export const revokePlan = (karat: Bag<'vault'>, holder: Holder, id: string): Promise<PlansView> =>
  karat.db.transaction(async (tx) => {
    const plan = await holdPlan(tx, holder, id)
    if ((await endMandates(tx, sql`subject_id = ${id}`)) === 0) throw new Refusal('plan_state', { state: plan.state })
    await pauseUncharged(tx, id, plan)
    return listPlans(karat, tx, holder)
  })
