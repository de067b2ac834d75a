/** The staff decide what the public sees of activities. */
import { sql, type Tx } from '../db/database.ts'
import { publishImages, withdrawImages } from '../files/publish-images.ts'
import type { Bag } from '../karat.ts'
import { makeLink } from '../referral/links.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Activity, holdActivity } from './hold-activity.ts'
import { promoteWaiting } from './leave-activity.ts'
import { mayHold } from './may-hold.ts'
import { moveActivity, refuseState } from './move-activity.ts'
import { tellHolder } from './tell-holder.ts'

type Seen = { activityId: string; revision: number }
type Decided = { activityId: string; reason: string }

/**
 * An activity is approved as the staff saw it, has its code, and is on the web from now on, or from the time that its holder chose.
 *
 * Refuses not_found; activity_state, also when it was written anew since it was seen; activity_is_over; activity_not_allowed when its
 * holder is no agent any more; permission_missing.
 */
export const approveActivity = (
  karat: Bag<'activities'>,
  staff: Staff,
  { activityId, revision }: Seen,
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const own = await holdActivity(tx, sql`a.id = ${activityId}`)
    if (own.revision !== revision) await refuseState(tx, activityId)
    if (own.isPast) throw new Refusal('activity_is_over')
    if (!(await mayHold(tx, own))) throw new Refusal('activity_not_allowed')
    const move = {
      activityId,
      from: 'submitted',
      to: 'approved',
      actor: `staff:${staff.id}`,
      reason: 'approved',
    } as const
    const { memberId, store } = own
    const code = await makeLink(tx, { kind: 'activity', subjectId: activityId, memberId, store })
    const of = await moveActivity(tx, move, { set: sql`, code = ${code}`, only: sql`and revision = ${revision}` })
    if (own.isDue) await showActivity(tx, own)
    await recordAction(tx, staff, {
      ...{ action: 'activities.approve', subject: { kind: 'activity', id: activityId }, store: own.store },
      details: { did: 'activity_approved', revision },
    })
    await tellHolder(tx, karat, own, 'activity_approved', { answer: '', of })
    return { done: true as const }
  })

/** The public sees it from now on. */
export async function showActivity(tx: Tx, { id, imageId }: Pick<Activity, 'id' | 'imageId'>): Promise<void> {
  await moveActivity(tx, { activityId: id, from: 'approved', to: 'live', actor: 'system', reason: 'its time has come' })
  if (imageId) await publishImages(tx, [imageId])
}

/** What was handed in is rejected, and its holder reads why. Refuses not_found; activity_state; permission_missing; invalid_input (reason). */
export const rejectActivity = (
  karat: Bag<'activities'>,
  staff: Staff,
  { activityId, reason }: Decided,
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const own = await holdActivity(tx, sql`a.id = ${activityId}`)
    const move = { activityId, from: 'submitted', to: 'rejected', actor: `staff:${staff.id}`, reason } as const
    const of = await moveActivity(tx, move)
    await recordAction(tx, staff, {
      ...{ action: 'activities.reject', subject: { kind: 'activity', id: activityId }, store: own.store, reason },
      details: { did: 'activity_rejected', revision: own.revision },
    })
    await tellHolder(tx, karat, own, 'activity_rejected', { answer: reason, of })
    return { done: true as const }
  })

/**
 * Takes an approved activity off the web at once: nobody sees it or signs up; who has a place keeps it.
 *
 * Refuses not_found; activity_state; permission_missing; invalid_input (reason).
 */
export const suspendActivity = (
  karat: Bag<'activities'>,
  staff: Staff,
  { activityId, reason }: Decided,
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const own = await holdActivity(tx, sql`a.id = ${activityId}`)
    if (own.state !== 'live' && own.state !== 'approved') await refuseState(tx, activityId)
    const from = own.state as 'live' | 'approved'
    const of = await moveActivity(tx, { activityId, from, to: 'suspended', actor: `staff:${staff.id}`, reason })
    if (own.imageId) await withdrawImages(tx, [own.imageId])
    await tellOfSuspension(tx, karat, staff, own, { did: 'activity_suspended', reason, of })
    return { done: true as const }
  })

/**
 * A suspended activity is on the web again, and places that became free meanwhile go to who waits.
 *
 * Refuses not_found; activity_state; activity_is_over; permission_missing; invalid_input (reason).
 */
export const resumeActivity = (
  karat: Bag<'activities'>,
  staff: Staff,
  { activityId, reason }: Decided,
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const own = await holdActivity(tx, sql`a.id = ${activityId}`)
    if (own.isPast) throw new Refusal('activity_is_over')
    const of = await moveActivity(tx, { activityId, from: 'suspended', to: 'live', actor: `staff:${staff.id}`, reason })
    if (own.imageId) await publishImages(tx, [own.imageId])
    await promoteWaiting(tx, karat, { ...own, state: 'live' })
    await tellOfSuspension(tx, karat, staff, own, { did: 'activity_resumed', reason, of })
    return { done: true as const }
  })

type Suspension = { did: 'activity_suspended' | 'activity_resumed'; reason: string; of: bigint }

async function tellOfSuspension(
  tx: Tx,
  karat: Bag<'activities'>,
  staff: Staff,
  own: Activity,
  { did, reason, of }: Suspension,
) {
  await recordAction(tx, staff, {
    ...{ action: 'activities.suspend', subject: { kind: 'activity', id: own.id }, store: own.store, reason },
    details: { did },
  })
  await tellHolder(tx, karat, own, did, { answer: reason, of })
}
