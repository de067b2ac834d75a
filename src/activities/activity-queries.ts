/** Activities as their holder sees them. */
import { type Queryable, sql } from '../db/database.ts'
import { imageSizes } from '../files/image-queries.ts'
import { Refusal } from '../refusals.ts'
import { type ActivityState, type Said, wordsFor } from './activity-rules.ts'
import { saidWith, type WaitingChange } from './change-activity.ts'
import type { OwnActivitiesView, OwnActivityView, SaidView } from './contract.ts'
import { type Activity, activityColumns, findOwn } from './hold-activity.ts'
import { countOpen, limitsOf, mayHold } from './may-hold.ts'

type Sizes = Awaited<ReturnType<typeof imageSizes>>

/** What people read, with its picture. */
function viewSaid(said: Said, sizes: Sizes): SaidView {
  const size = said.imageId ? sizes.get(said.imageId) : undefined
  return {
    ...{ kind: said.kind, language: said.language, time_zone: said.timeZone, place: said.place, link: said.link },
    texts: Object.fromEntries(
      Object.entries(said.texts).flatMap(([language, words]) => (words ? [[language, words]] : [])),
    ),
    ...{ opens_at: said.opensAt?.toISOString() ?? null, starts_at: said.startsAt.toISOString() },
    ends_at: said.endsAt.toISOString(),
    picture: said.imageId && size ? { id: said.imageId, ...size } : null,
  }
}

type Move = { state: ActivityState; actor: string; reason: string; at: Date }
type Asked = WaitingChange & { state: 'waiting' | 'rejected' | 'approved' | 'withdrawn'; answer: string }

/** One of them with its history. Refuses not_found. */
export async function readOwn(db: Queryable, memberId: string, activityId: string): Promise<OwnActivityView> {
  const own = await findOwn(db, memberId, activityId)
  if (!own) throw new Refusal('not_found')
  const [moves, last, limits] = await Promise.all([
    db.rows<Move>(sql`
      select to_state as state, actor, reason, created_at as at from activities.moves where activity_id = ${activityId} order by id desc`),
    db.row<Asked>(sql`
      select id, state, wanted, image_id as "imageId", answer, made_at as "madeAt" from activities.changes
      where activity_id = ${activityId} order by made_at desc, id desc limit 1`),
    limitsOf(db, own.store),
  ])
  const asked = last && (last.state === 'waiting' || (last.state === 'rejected' && last.wanted.texts)) ? last : null
  const wanted = asked && saidWith(own, asked)
  const sizes = await imageSizes(
    db,
    [own.imageId, wanted?.imageId ?? null].filter((id) => id !== null),
  )
  return {
    ...{ activity_id: own.id, state: own.state, revision: own.revision, code: own.code },
    ...viewSaid(own, sizes),
    ...{ capacity: own.capacity, taken: own.taken, waiting: 0, attended: 0, most_participants: limits.participants },
    change:
      asked && wanted
        ? {
            ...{
              state: asked.state as 'waiting' | 'rejected',
              answer: asked.answer,
              made_at: asked.madeAt.toISOString(),
            },
            ...viewSaid(wanted, sizes),
          }
        : null,
    moves: moves.map(viewMove),
  }
}

/** The staff's reasons, and the holder's own, are told; what the house's rounds write is not. */
const viewMove = ({ state, actor, reason, at }: Move): OwnActivityView['moves'][number] => {
  const by = actor.startsWith('member:') ? 'member' : actor.startsWith('staff:') ? 'house' : 'system'
  const told = by === 'house' ? state !== 'approved' : by === 'member' && state === 'cancelled'
  return { state, by, reason: told ? reason : '', at: at.toISOString() }
}

/** All of them, the newest first, and what the member may hold. */
export async function listOwn(
  db: Queryable,
  { memberId, store, language }: { memberId: string; store: string; language: string },
): Promise<OwnActivitiesView> {
  const [rows, allowed, open, limits] = await Promise.all([
    db.rows<Activity & { changeWaits: boolean }>(sql`
      select ${activityColumns}, exists (select from activities.changes c where c.activity_id = a.id and c.state = 'waiting') as "changeWaits"
      from activities.activities a where a.member_id = ${memberId} order by a.made_at desc, a.id desc limit 200`),
    mayHold(db, memberId),
    countOpen(db, memberId),
    limitsOf(db, store),
  ])
  return {
    ...{ may_hold: allowed, open, most_open: limits.openActivities, most_participants: limits.participants },
    activities: rows.map((one) => ({
      ...{
        activity_id: one.id,
        kind: one.kind,
        state: one.state,
        title: wordsFor(one, language).title,
        code: one.code,
      },
      ...{ time_zone: one.timeZone, starts_at: one.startsAt.toISOString(), ends_at: one.endsAt.toISOString() },
      ...{ capacity: one.capacity, taken: one.taken, waiting: 0, attended: 0, change_waits: one.changeWaits },
    })),
  }
}
