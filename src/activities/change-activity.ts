/** What an approved activity says is changed by what the staff approve; its places only upwards, and at once. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { publishImages } from '../files/publish-images.ts'
import { releaseImages } from '../files/use-files.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { changedParts, isApproved, type Said } from './activity-rules.ts'
import type { ChangeInput } from './contract.ts'
import { type Activity, holdActivity, holdOwn, saidColumns } from './hold-activity.ts'
import { promoteWaiting } from './leave-activity.ts'
import { limitsOf } from './may-hold.ts'
import { refuseState } from './move-activity.ts'
import { faultOfCapacity, promisesOf, readSaid } from './said-rules.ts'
import { bindPicture } from './save-activity.ts'
import { tellHolder } from './tell-holder.ts'
import { tellParticipants } from './tell-participants.ts'

/** How a change keeps what is wanted: moments as text. */
type Kept = Omit<Said, 'opensAt' | 'startsAt' | 'endsAt' | 'imageId' | 'kind' | 'language'> & {
  opensAt: string | null
  startsAt: string
  endsAt: string
}
export type WaitingChange = { id: string; wanted: Kept; imageId: string | null; madeAt: Date }

/** What an activity would say with a change. */
export const saidWith = (
  { kind, language }: Pick<Said, 'kind' | 'language'>,
  { wanted, imageId }: WaitingChange,
): Said => ({
  ...{
    kind,
    language,
    imageId,
    texts: wanted.texts,
    timeZone: wanted.timeZone,
    place: wanted.place,
    link: wanted.link,
  },
  opensAt: wanted.opensAt === null ? null : new Date(wanted.opensAt),
  ...{ startsAt: new Date(wanted.startsAt), endsAt: new Date(wanted.endsAt) },
})

export const findWaitingChange = (db: Queryable, activityId: string): Promise<WaitingChange | undefined> =>
  db.row(sql`
    select id, wanted, image_id as "imageId", made_at as "madeAt" from activities.changes
    where activity_id = ${activityId} and state = 'waiting'`)

/**
 * Asks for a change of what an approved activity says; until the staff have seen it everybody reads what they approved.
 *
 * Refuses not_found, also for a picture that is not theirs to use; activity_state; invalid_input by field, also for what promises a return or
 * changes nothing; activity_change_waits.
 */
export const proposeChange = (
  karat: Bag<'activities'>,
  memberId: string,
  input: ChangeInput,
  key: Once,
): Promise<{ activityId: string }> =>
  once(karat.db, key, async (tx) => {
    const own = await holdOwn(tx, memberId, input.activity_id)
    if (!isApproved(own.state)) await refuseState(tx, own.id)
    const imageId = await bindPicture(tx, memberId, input.image_id, own.imageId, true)
    const { kind, language } = own
    const { said, faults } = readSaid(input, { kind, language, imageId }, karat.now())
    const all = { ...faults, ...promisesOf(said) }
    if (Object.keys(all).length > 0) throw invalidInput(all)
    if (isSame(own, said)) throw new Refusal('activity_nothing_changed')
    const { texts, timeZone, opensAt, startsAt, endsAt, place, link } = said
    try {
      await tx.run(sql`
        insert into activities.changes (id, activity_id, member_id, wanted, image_id)
        values (${newId()}, ${own.id}, ${memberId}, ${JSON.stringify({ texts, timeZone, opensAt, startsAt, endsAt, place, link })}::jsonb, ${imageId})`)
    } catch (error) {
      if (brokenConstraint(error) === 'one_change_waits') throw new Refusal('activity_change_waits')
      throw error
    }
    return { activityId: own.id }
  })

const isSame = (own: Said, said: Said): boolean =>
  changedParts(own, said).length === 0 &&
  own.imageId === said.imageId &&
  own.opensAt?.getTime() === said.opensAt?.getTime()

/** Takes back what was asked for and not decided. Refuses not_found, activity_no_change. */
export const withdrawChange = (
  karat: Bag<'activities'>,
  memberId: string,
  activityId: string,
  key: Once,
): Promise<{ activityId: string }> =>
  once(karat.db, key, async (tx) => {
    const own = await holdOwn(tx, memberId, activityId)
    if (!(await endChange(tx, own))) throw new Refusal('activity_no_change')
    return { activityId }
  })

/** What was asked for and not decided is withdrawn, and the picture of it goes; false where nothing was. */
export async function endChange(tx: Tx, own: Pick<Activity, 'id' | 'imageId'>): Promise<boolean> {
  const change = await tx.row<ChangePicture>(sql`
    update activities.changes set state = 'withdrawn', decided_at = now() where activity_id = ${own.id} and state = 'waiting'
    returning id, image_id as "imageId"`)
  if (change) await dropPicture(tx, own, change)
  return change !== undefined
}

type ChangePicture = Pick<WaitingChange, 'id' | 'imageId'>

const dropPicture = async (tx: Tx, own: Pick<Activity, 'imageId'>, { id, imageId }: ChangePicture): Promise<void> => {
  if (!imageId || imageId === own.imageId) return
  await tx.run(sql`update activities.changes set image_id = null where id = ${id}`)
  await releaseImages(tx, [imageId])
}

type ChangeDecision = { changeId: string; approve: boolean; reason: string }

/**
 * A change is what everybody reads from now on, and who signed up is told; or it is refused with the reason, which its holder reads.
 *
 * Refuses not_found; activity_no_change when it does not wait any more; activity_state when the activity is over; permission_missing;
 * invalid_input (reason).
 */
export const decideChange = (
  karat: Bag<'activities'>,
  staff: Staff,
  { changeId, approve, reason }: ChangeDecision,
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const own = await holdActivity(tx, sql`a.id = (select activity_id from activities.changes where id = ${changeId})`)
    const change = await findWaitingChange(tx, own.id)
    if (change?.id !== changeId) throw new Refusal('activity_no_change')
    if (!isApproved(own.state)) await refuseState(tx, own.id)
    if (approve) await applyChange(tx, karat, staff, own, change)
    else {
      await tx.run(sql`update activities.changes set state = 'rejected', decided_at = now(), decided_by = ${staff.id}, answer = ${reason}
        where id = ${changeId} and state = 'waiting'`)
      await dropPicture(tx, own, change)
    }
    await recordAction(tx, staff, {
      ...{ action: approve ? 'activities.approve' : 'activities.reject', subject: { kind: 'activity', id: own.id } },
      ...{
        store: own.store,
        reason,
        details: { did: approve ? 'activity_change_approved' : 'activity_change_rejected' },
      },
    })
    await tellHolder(tx, karat, own, approve ? 'activity_change_approved' : 'activity_change_rejected', {
      answer: reason,
      of: changeId,
    })
    return { done: true as const }
  })

async function applyChange(
  tx: Tx,
  karat: Bag<'activities'>,
  staff: Staff,
  own: Activity,
  change: WaitingChange,
): Promise<void> {
  const said = saidWith(own, change)
  const revision = own.revision + 1
  await tx.run(sql`update activities.changes set state = 'approved', decided_at = now(), decided_by = ${staff.id}, revision = ${revision}
    where id = ${change.id} and state = 'waiting'`)
  await tx.run(
    sql`update activities.activities set ${saidColumns(said)}, revision = ${revision} where id = ${own.id} and revision = ${own.revision}`,
  )
  if (own.imageId !== said.imageId) {
    if (own.imageId) await releaseImages(tx, [own.imageId])
    if (said.imageId && own.state === 'live') await publishImages(tx, [said.imageId])
  }
  if (changedParts(own, said).length > 0)
    await tellParticipants(
      tx,
      karat,
      { ...own, ...said },
      {
        ...{ who: sql`p.state <> 'cancelled'`, template: 'activity_changed', of: String(revision) },
      },
    )
}

/**
 * An event has more places, at once; those who wait longest have them.
 *
 * Refuses not_found; activity_state before the approval and when it is over; invalid_input (capacity) for fewer places than it has, or
 * more than the store allows.
 */
export const changeCapacity = (
  karat: Bag<'activities'>,
  memberId: string,
  { activityId, capacity }: { activityId: string; capacity: number },
  key: Once,
): Promise<{ activityId: string }> =>
  once(karat.db, key, async (tx) => {
    const own = await holdOwn(tx, memberId, activityId)
    if (!isApproved(own.state) || own.state === 'suspended' || own.capacity === null) await refuseState(tx, own.id)
    const { participants } = await limitsOf(tx, own.store)
    const least = own.capacity ?? 0
    const fault =
      capacity < least ? problem('too_small', { n: least }) : faultOfCapacity(own.kind, capacity, participants)
    if (fault) throw invalidInput({ capacity: fault })
    await tx.run(sql`update activities.activities set capacity = ${capacity} where id = ${activityId}`)
    await promoteWaiting(tx, karat, own)
    return { activityId }
  })
