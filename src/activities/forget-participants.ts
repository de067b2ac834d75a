/** Who signed up is forgotten: some time after the end, and when a member leaves. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'
import { holdActivity } from './hold-activity.ts'
import { promoteWaiting } from './leave-activity.ts'

const erased = sql`member_id = null, name = null, email = null, ticket = null, erased_at = now()`

/** Erases names, addresses and tickets of activities that are long over; how many. That somebody signed up and came stays counted. */
export const eraseParticipants = (db: Queryable): Promise<number> =>
  endOld(db, {
    from: sql`activities.participants`,
    old: sql`erased_at is null and exists (select from activities.activities a where a.id = activity_id
      and a.over_at < now() - make_interval(days => ${settings.activities.keepParticipantsDays}::int))`,
    end: sql`update activities.participants set ${erased}`,
  })

export type Leaver = { memberId: string; destinations: string[] }
export const signUpsOf = ({ memberId, destinations }: Leaver) =>
  sql`(member_id = ${memberId} or email = any(${destinations}))`

/** A leaving member's places are free again, and their sign-ups are erased. */
export async function forgetSignUps(tx: Tx, karat: Pick<Bag<'activities'>, 'config'>, leaver: Leaver): Promise<void> {
  const there = await tx.rows<{ activityId: string; runs: boolean }>(sql`
    select id as "activityId", over_at is null as runs from activities.activities
    where id in (select activity_id from activities.participants where ${signUpsOf(leaver)} and erased_at is null) order by 1`)
  for (const { activityId, runs } of there) {
    const own = await holdActivity(tx, sql`a.id = ${activityId}`)
    const state = runs ? sql`case when attended_at is null then 'cancelled' else state end` : sql`state`
    const at = runs
      ? sql`case when attended_at is null then coalesce(cancelled_at, now()) else cancelled_at end`
      : sql`cancelled_at`
    await tx.run(sql`
      update activities.participants set state = ${state}, cancelled_at = ${at}, ${erased}
      where activity_id = ${activityId} and ${signUpsOf(leaver)} and erased_at is null`)
    if (runs) await promoteWaiting(tx, karat, own)
  }
}
