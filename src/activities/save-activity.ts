/** A member writes an activity, hands it in, and takes it back. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { useFiles as bindFiles, releaseImages } from '../files/use-files.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Said } from './activity-rules.ts'
import type { SaveInput } from './contract.ts'
import { holdOwn, saidColumns } from './hold-activity.ts'
import { countDrafts, countOpen, limitsOf, mayHold } from './may-hold.ts'
import { moveActivity, noteMade, refuseState } from './move-activity.ts'
import { faultOfCapacity, promisesOf, readSaid } from './said-rules.ts'

type Holder = { memberId: string; store: string }
type Saved = { activityId: string }

/**
 * Writes a new activity of the member, or a draft of theirs anew, as a revision; nobody else sees it.
 *
 * Refuses not_found; activity_not_allowed to who is no agent of the store; activity_state once it is handed in; not_found for a picture that is not theirs
 * to use; invalid_input by field; activity_too_many_drafts with the limit.
 */
export const saveActivity = (karat: Bag<'activities'>, holder: Holder, input: SaveInput, key: Once): Promise<Saved> =>
  once(karat.db, key, async (tx) => {
    const { memberId, store: here } = holder
    const before = input.activity_id ? await holdOwn(tx, memberId, input.activity_id) : null
    const store = before?.store ?? here
    if (!(await mayHold(tx, { memberId, store }))) throw new Refusal('activity_not_allowed')
    if (before && before.state !== 'draft') await refuseState(tx, before.id)
    const imageId = await bindPicture(tx, memberId, input.image_id, before?.imageId ?? null)
    const { kind, language } = input
    const { said, faults } = readSaid(input, { kind, language, imageId }, karat.now())
    const limits = await limitsOf(tx, store)
    const capacity = kind === 'campaign' ? null : (input.capacity ?? null)
    const fault = faultOfCapacity(kind, capacity, limits.participants)
    if (fault) faults.capacity = fault
    if (Object.keys(faults).length > 0) throw invalidInput(faults)
    const activityId = before?.id ?? newId()
    if (before)
      await tx.run(sql`update activities.activities set ${saidColumns(said)}, capacity = ${capacity}, revision = revision + 1
        where id = ${activityId} and state = 'draft'`)
    else {
      await standInLine(tx, `drafts of ${memberId}`)
      if ((await countDrafts(tx, memberId)) >= limits.drafts)
        throw new Refusal('activity_too_many_drafts', { limit: limits.drafts })
      await insertActivity(tx, { activityId, memberId, store, capacity }, said)
    }
    return { activityId }
  })

async function insertActivity(tx: Tx, made: Saved & Holder & { capacity: number | null }, said: Said) {
  const { activityId, memberId, store, capacity } = made
  await tx.run(sql`
    insert into activities.activities (id, member_id, store, kind, language, texts, time_zone, opens_at, starts_at, ends_at, place, link, image_id, capacity)
    values (${activityId}, ${memberId}, ${store}, ${said.kind}, ${said.language}, ${JSON.stringify(said.texts)}::jsonb, ${said.timeZone},
      ${said.opensAt}, ${said.startsAt}, ${said.endsAt}, ${said.place}, ${said.link}, ${said.imageId}, ${capacity})`)
  await noteMade(tx, activityId, `member:${memberId}`)
}

/** The picture that it will have: a new one is bound, the one before it goes unless `keep`. */
export async function bindPicture(
  tx: Tx,
  memberId: string,
  wanted: string | null | undefined,
  had: string | null,
  keep = false,
): Promise<string | null> {
  const isNew = wanted !== undefined && wanted !== had
  await bindFiles(tx, { memberId, ids: isNew && wanted ? [wanted] : [], purpose: 'activity' })
  if (!isNew) return had
  if (had && !keep) await releaseImages(tx, [had])
  return wanted
}

/**
 * Hands a draft in, as it was last seen: the staff look at it, and it is not changed meanwhile.
 *
 * Refuses not_found; activity_state, also for another revision; activity_not_allowed; invalid_input by field, for what promises a return or is
 * over; activity_too_many with the limit.
 */
export const submitActivity = (
  karat: Bag<'activities'>,
  memberId: string,
  { activityId, revision }: Saved & { revision: number },
  key: Once,
): Promise<Saved> =>
  once(karat.db, key, async (tx) => {
    await standInLine(tx, `open activities of ${memberId}`)
    const own = await holdOwn(tx, memberId, activityId)
    if (own.state !== 'draft' || own.revision !== revision) await refuseState(tx, activityId)
    if (!(await mayHold(tx, own))) throw new Refusal('activity_not_allowed')
    const promises = promisesOf(own)
    if (Object.keys(promises).length > 0) throw invalidInput(promises)
    if (own.isPast) throw invalidInput({ ends_at: problem('activity_over') })
    const { openActivities } = await limitsOf(tx, own.store)
    if ((await countOpen(tx, memberId)) >= openActivities)
      throw new Refusal('activity_too_many', { limit: openActivities })
    const move = {
      activityId,
      from: 'draft',
      to: 'submitted',
      actor: `member:${memberId}`,
      reason: 'handed in',
    } as const
    await moveActivity(tx, move, { only: sql`and revision = ${revision}` })
    return { activityId }
  })

/** What was handed in, or rejected, is a draft again. Refuses not_found; activity_state once the staff have approved it. */
export const takeBackActivity = (
  karat: Bag<'activities'>,
  memberId: string,
  activityId: string,
  key: Once,
): Promise<Saved> =>
  once(karat.db, key, async (tx) => {
    const { state } = await holdOwn(tx, memberId, activityId)
    if (state !== 'submitted' && state !== 'rejected') await refuseState(tx, activityId)
    await moveActivity(tx, {
      ...{ activityId, from: state, to: 'draft', actor: `member:${memberId}` },
      reason: state === 'submitted' ? 'taken back' : 'written anew',
    })
    return { activityId }
  })
