/** What this area holds about a member, for the copy that they may ask for; and what is forgotten when they leave. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { releaseImages } from '../files/use-files.ts'
import type { Bag } from '../karat.ts'
import { activityStates, isOver } from './activity-rules.ts'
import { forgetSignUps, type Leaver, signUpsOf } from './forget-participants.ts'
import { type Activity, activityColumns } from './hold-activity.ts'
import { moveActivity } from './move-activity.ts'
import { tellOfCancelling } from './tell-participants.ts'

export async function heldByActivities(db: Queryable, about: Leaver): Promise<Record<string, unknown>> {
  const { memberId } = about
  const [activities, changes, moves, signUps] = await Promise.all([
    db.rows(sql`
      select store, kind, state, language, texts, time_zone, opens_at, starts_at, ends_at, place, link, capacity, made_at, over_at
      from activities.activities where member_id = ${memberId} order by made_at, id`),
    db.rows(sql`
      select state, wanted, answer, made_at, decided_at from activities.changes where member_id = ${memberId} order by made_at, id`),
    db.rows(sql`
      select m.activity_id, m.from_state, m.to_state, m.created_at from activities.moves m join activities.activities a on a.id = m.activity_id
      where a.member_id = ${memberId} order by m.id`),
    db.rows(sql`
      select activity_id, name, email, language, ticket, state, signed_up_at, placed_at, cancelled_at, attended_at from activities.participants
      where ${signUpsOf(about)} order by signed_up_at, id`),
  ])
  return { activities, changes, moves, sign_ups: signUps }
}

/**
 * Holds what a member who will leave has to do with, before their own row is held: whoever signs up, or approves, holds the activity first too.
 */
export const holdActivitiesOf = (tx: Tx, leaver: Leaver): Promise<unknown> =>
  tx.rows(sql`
    select id from activities.activities where member_id = ${leaver.memberId}
      or id in (select activity_id from activities.participants where ${signUpsOf(leaver)} and erased_at is null)
    order by id for no key update`)

/** What a leaving member holds is cancelled, and what they wrote and showed is forgotten; that there was something is kept. */
export async function forgetActivities(
  tx: Tx,
  karat: Pick<Bag<'activities'>, 'config'>,
  leaver: Leaver,
): Promise<void> {
  const { memberId } = leaver
  const running = activityStates.filter((state) => !isOver(state))
  const open = await tx.rows<Activity>(sql`
    select ${activityColumns} from activities.activities a
    where a.member_id = ${memberId} and a.state = any(${running}::text[]) order by a.id for no key update`)
  for (const own of open) {
    const move = { activityId: own.id, from: own.state, to: 'cancelled', actor: 'system' } as const
    await moveActivity(tx, { ...move, reason: 'its holder has left' })
    await tellOfCancelling(tx, own, '–')
  }
  await forgetSignUps(tx, karat, leaver)
  const pictures = await tx.rows<{ id: string }>(sql`
    select image_id as id from activities.activities where member_id = ${memberId} and image_id is not null
    union select image_id from activities.changes where member_id = ${memberId} and image_id is not null`)
  await tx.run(sql`
    update activities.changes set state = case state when 'waiting' then 'withdrawn' else state end,
      decided_at = coalesce(decided_at, now()), wanted = '{}', answer = '', image_id = null where member_id = ${memberId}`)
  await tx.run(sql`
    update activities.activities set texts = '{}', place = '', link = '', image_id = null where member_id = ${memberId}`)
  await releaseImages(
    tx,
    pictures.map(({ id }) => id),
  )
}
