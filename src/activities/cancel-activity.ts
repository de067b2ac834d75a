import { withdrawImages } from '../files/publish-images.ts'
import { releaseImages } from '../files/use-files.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import { isOver } from './activity-rules.ts'
import { endChange } from './change-activity.ts'
import { holdOwn } from './hold-activity.ts'
import { moveActivity, refuseState } from './move-activity.ts'
import { findPromise } from './promise-rules.ts'
import { tellOfCancelling } from './tell-participants.ts'

/**
 * Its holder cancels an activity, or throws a draft away; who signed up is told why.
 *
 * Refuses not_found; activity_state when it is over; invalid_input for a reason that promises a return or names an address: it goes out by mail,
 * and no staff read it before.
 */
export const cancelActivity = (
  karat: Bag<'activities'>,
  memberId: string,
  { activityId, reason }: { activityId: string; reason: string },
  key: Once,
): Promise<{ activityId: string }> =>
  once(karat.db, key, async (tx) => {
    const own = await holdOwn(tx, memberId, activityId)
    if (isOver(own.state)) await refuseState(tx, activityId)
    requirePlain(reason)
    await moveActivity(tx, { activityId, from: own.state, to: 'cancelled', actor: `member:${memberId}`, reason })
    await endChange(tx, own)
    // What the staff took off the web says nothing more to anybody.
    await tellOfCancelling(tx, own, own.state === 'suspended' ? '–' : reason)
    // Nobody will see the picture of what was never approved.
    if (own.imageId) await (own.code === null ? releaseImages : withdrawImages)(tx, [own.imageId])
    return { activityId }
  })

function requirePlain(reason: string): void {
  const word = findPromise(reason)
  if (word) throw invalidInput({ reason: problem('promises', { word }) })
  if (/:\/\/|@|\b[\w-]+\.[a-z]{2,}/i.test(reason)) throw invalidInput({ reason: problem('no_addresses') })
}
