/** Savings plans in the office: which there are, and what staff do with one. */
import { join, type Queryable, sql, type Tx } from '../../db/database.ts'
import { findMemberIds, namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Bag } from '../../karat.ts'
import { livingMandate } from '../../payments/mandates.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { endOpenRun, goOn, type HeldPlan, holdPlan, nextDay, pause } from './move-plan.ts'
import type { OfficePlansInput, OfficePlanView } from './office-contract.ts'
import type { PlanView } from './plan-contract.ts'
import { describePlans } from './plan-queries.ts'

/** The newest first, ended ones last. */
export async function listOfficePlans(
  karat: Pick<Bag<'vault'>, 'prices' | 'stores'>,
  db: Queryable,
  { state, store, q, page, size }: OfficePlansInput,
): Promise<{ total: number; rows: OfficePlanView[] }> {
  const named = q?.trim() ? await findMemberIds(db, q.trim()) : null
  const fits = join(
    [
      sql`true`,
      ...(state ? [sql`p.state = ${state}`] : []),
      ...(store ? [sql`p.store = ${store}`] : []),
      ...(named ? [sql`p.member_id = any(${named}::uuid[])`] : []),
    ],
    ' and ',
  )
  const [count, plans] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from vault.plans p where ${fits}`),
    describePlans(karat, db, { which: fits, size, from: (page - 1) * size }),
  ])
  const names = await namesOfMembers(
    db,
    plans.map((plan) => plan.memberId),
  )
  return {
    total: count?.total ?? 0,
    rows: plans.map(({ memberId: id, store: of, currency, view }) => ({
      ...{ ...view, mandate: view.mandate && withoutAddress(view.mandate) },
      ...{ store: of, currency, member_id: id, member: names.get(id) ?? '–' },
    })),
  }
}

/** Whoever has the address agrees to charges, or ends them: it is its member's alone. */
const withoutAddress = ({ agree_url: _, ...mandate }: NonNullable<PlanView['mandate']>) => mandate

type Held = HeldPlan & { memberId: string; store: string }
type Asked = { planId: string; reason: string }
const done = { done: true } as const

/** Nothing is bought for it until staff let it go on; its member reads that. Refuses not_found; permission_missing; plan_state unless it goes on. */
export const pauseForMember = (karat: Bag<'vault'>, staff: Staff, asked: Asked): Promise<typeof done> =>
  inPlan(karat, asked.planId, async (tx, { store, state, memberId }) => {
    await record(tx, staff, asked, { action: 'members.freeze', did: 'pause_plan', store, memberId })
    if (state !== 'active') throw new Refusal('plan_state', { state })
    await endOpenRun(tx, asked.planId)
    await pause(tx, { id: asked.planId, because: 'staff' })
  })

/**
 * It goes on with the first of its days that is ahead; one whose card or wallet may not be charged waits for its member's permission. Refuses
 * not_found; permission_missing; plan_state unless staff have paused it.
 */
export const resumeForMember = (karat: Bag<'vault'>, staff: Staff, asked: Asked): Promise<typeof done> =>
  inPlan(karat, asked.planId, async (tx, plan) => {
    const { store, memberId } = plan
    await record(tx, staff, asked, { action: 'members.unfreeze', did: 'resume_plan', store, memberId })
    if (plan.because !== 'staff') throw new Refusal('plan_state', { state: plan.state })
    if (plan.paidBy !== 'balance' && (await livingMandate(tx, asked.planId))?.state !== 'active')
      return void (await pause(tx, { id: asked.planId, because: 'mandate' }))
    const of = { id: asked.planId, store }
    await goOn(tx, karat, { ...of, day: await nextDay(tx, karat, of, plan) })
  })

const inPlan = (karat: Bag<'vault'>, id: string, act: (tx: Tx, plan: Held) => Promise<void>): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    const whose = await tx.row<{ memberId: string; store: string }>(sql`
      select member_id as "memberId", store from vault.plans where id = ${id}`)
    if (!whose) throw new Refusal('not_found')
    await act(tx, { ...(await holdPlan(tx, whose, id)), ...whose })
    return done
  })

type Recorded = {
  action: 'members.freeze' | 'members.unfreeze'
  did: 'pause_plan' | 'resume_plan'
  store: string
  memberId: string
}

const record = (tx: Tx, staff: Staff, { planId, reason }: Asked, { action, did, store, memberId }: Recorded) =>
  recordAction(tx, staff, {
    ...{ action, subject: { kind: 'member', id: memberId }, store, reason },
    details: { did, plan: planId },
  })
