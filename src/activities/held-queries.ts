/** What this area holds about a member, for the copy that they may ask for; and what is forgotten when they leave. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { releaseImages } from '../files/use-files.ts'
import { type ActivityState, activityStates, isOver } from './activity-rules.ts'
import { moveActivity } from './move-activity.ts'

export async function heldByActivities(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [activities, changes, moves] = await Promise.all([
    db.rows(sql`
      select store, kind, state, language, texts, time_zone, opens_at, starts_at, ends_at, place, link, capacity, made_at, over_at
      from activities.activities where member_id = ${memberId} order by made_at, id`),
    db.rows(sql`
      select state, wanted, answer, made_at, decided_at from activities.changes where member_id = ${memberId} order by made_at, id`),
    db.rows(sql`
      select m.activity_id, m.from_state, m.to_state, m.created_at from activities.moves m join activities.activities a on a.id = m.activity_id
      where a.member_id = ${memberId} order by m.id`),
  ])
  return { activities, changes, moves }
}

/** What a leaving member holds is cancelled, and what they wrote and showed is forgotten; that there was something is kept. */
export async function forgetActivities(tx: Tx, memberId: string): Promise<void> {
  const running = activityStates.filter((state) => !isOver(state))
  const open = await tx.rows<{ id: string; state: ActivityState }>(sql`
    select id, state from activities.activities where member_id = ${memberId} and state = any(${running}::text[]) order by id for no key update`)
  for (const { id, state } of open)
    await moveActivity(tx, {
      activityId: id,
      from: state,
      to: 'cancelled',
      actor: 'system',
      reason: 'its holder has left',
    })
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
