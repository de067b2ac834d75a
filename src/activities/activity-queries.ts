/** Activities as their holder sees them. */
import type { Config } from '../config.ts'
import { type Queryable, sql } from '../db/database.ts'
import { imageSizes } from '../files/image-queries.ts'
import { countsOfLinks, noCounts, reportOfLinks } from '../referral/link-figures.ts'
import { Refusal } from '../refusals.ts'
import { type ActivityState, isApproved, type NoneOrState, type Said, wordsFor } from './activity-rules.ts'
import { saidWith, type WaitingChange } from './change-activity.ts'
import type { OwnActivitiesView, OwnActivityView, SaidView } from './contract.ts'
import { type Activity, activityColumns } from './hold-activity.ts'
import { countOpen, limitsOf, mayHold } from './may-hold.ts'
import type { ParticipantState } from './participant-rules.ts'
import { ticketToken } from './ticket-link.ts'

type Sizes = Awaited<ReturnType<typeof imageSizes>>

/** What people read, with its picture. */
export function viewSaid(said: Said, sizes: Sizes): SaidView {
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

/** How many wait and came, beside the activity's own columns. */
export const countsOf = sql`
  (select count(*)::int from activities.participants p where p.activity_id = a.id and p.state = 'waiting') as waiting,
  (select count(*)::int from activities.participants p where p.activity_id = a.id and p.attended_at is not null) as attended`
type Counted = Pick<Activity, 'capacity' | 'taken'> & { waiting: number; attended: number }
export const viewCounts = ({ capacity, taken, waiting, attended }: Counted): Counted => ({
  capacity,
  taken,
  waiting,
  attended,
})

/** Its holder waits for the staff to decide on a change. */
export const changeWaits = sql`exists (select from activities.changes c where c.activity_id = a.id and c.state = 'waiting')`

type Step = { from: NoneOrState; state: ActivityState; actor: string; reason: string; at: Date }
/** The steps of one, the newest first; a reason only where a person typed it. */
export async function listSteps(db: Queryable, activityId: string): Promise<Step[]> {
  const steps = await db.rows<Step>(sql`
    select from_state as "from", to_state as state, actor, reason, created_at as at from activities.moves
    where activity_id = ${activityId} order by id desc`)
  return steps.map((step) => (isTyped(step) ? step : { ...step, reason: '' }))
}
const isTyped = ({ from, state, actor }: Step): boolean =>
  actor.startsWith('staff:')
    ? state !== 'approved'
    : actor.startsWith('member:') && state === 'cancelled' && from !== 'none' && isApproved(from)

type Asked = WaitingChange & { state: 'waiting' | 'rejected' | 'approved' | 'withdrawn'; answer: string }

/** One of them with its history. Refuses not_found. */
export async function readOwn(db: Queryable, memberId: string, activityId: string): Promise<OwnActivityView> {
  const own = await db.row<Activity & Counted>(sql`
    select ${activityColumns}, ${countsOf} from activities.activities a where a.id = ${activityId} and a.member_id = ${memberId}`)
  if (!own) throw new Refusal('not_found')
  const [moves, last, limits, report] = await Promise.all([
    listSteps(db, activityId),
    db.row<Asked>(sql`
      select id, state, wanted, image_id as "imageId", answer, made_at as "madeAt" from activities.changes
      where activity_id = ${activityId} order by made_at desc, id desc limit 1`),
    limitsOf(db, own.store),
    reportOfLinks(db, own.code ? [own.code] : []),
  ])
  const asked = last && (last.state === 'waiting' || (last.state === 'rejected' && last.wanted.texts)) ? last : null
  const { visits, accounts, orders } = report.get(own.code ?? '') ?? { ...noCounts, orders: 0 }
  const wanted = asked && saidWith(own, asked)
  const sizes = await imageSizes(
    db,
    [own.imageId, wanted?.imageId ?? null].filter((id) => id !== null),
  )
  return {
    ...{ activity_id: own.id, state: own.state, revision: own.revision, code: own.code },
    ...viewSaid(own, sizes),
    ...{ ...viewCounts(own), ...{ visits, accounts, orders }, most_participants: limits.participants },
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
    moves: moves.map(({ state, actor, reason, at }) => ({ state, by: sideOf(actor), reason, at: at.toISOString() })),
  }
}

const sideOf = (actor: string) =>
  actor.startsWith('member:')
    ? ('member' as const)
    : actor.startsWith('staff:')
      ? ('house' as const)
      : ('system' as const)

type Reader = { memberId: string; store: string; language: string }

/** All of them, the newest first, what the member may hold, and what they signed up for themselves. */
export async function listOwn(
  db: Queryable,
  config: Pick<Config, 'PIN_KEY'>,
  { memberId, store, language }: Reader,
): Promise<OwnActivitiesView> {
  const [rows, joined, allowed, open, limits] = await Promise.all([
    db.rows<Activity & Counted & { changeWaits: boolean }>(sql`
      select ${activityColumns}, ${countsOf}, ${changeWaits} as "changeWaits"
      from activities.activities a where a.member_id = ${memberId} order by a.made_at desc, a.id desc limit 200`),
    listJoined(db, config, { memberId, language }),
    mayHold(db, { memberId, store }),
    countOpen(db, memberId),
    limitsOf(db, store),
  ])
  const figures = await countsOfLinks(
    db,
    rows.flatMap(({ code }) => code ?? []),
  )
  return {
    ...{ may_hold: allowed, open, most_open: limits.openActivities, most_participants: limits.participants, joined },
    activities: rows.map((one) => ({
      ...{
        activity_id: one.id,
        kind: one.kind,
        state: one.state,
        title: wordsFor(one, language).title,
        code: one.code,
      },
      ...{ time_zone: one.timeZone, starts_at: one.startsAt.toISOString(), ends_at: one.endsAt.toISOString() },
      ...{ ...viewCounts(one), ...(figures.get(one.code ?? '') ?? noCounts), change_waits: one.changeWaits },
    })),
  }
}

async function listJoined(
  db: Queryable,
  config: Pick<Config, 'PIN_KEY'>,
  { memberId, language }: Pick<Reader, 'memberId' | 'language'>,
): Promise<OwnActivitiesView['joined']> {
  const rows = await db.rows<Activity & { participantId: string; signUp: ParticipantState }>(sql`
    select ${activityColumns}, p.id as "participantId", p.state as "signUp"
    from activities.participants p join activities.activities a on a.id = p.activity_id
    where p.member_id = ${memberId} and p.state <> 'cancelled' order by p.signed_up_at desc limit 100`)
  return rows.map((one) => ({
    ...{ title: wordsFor(one, language).title, state: one.signUp, activity_state: one.state, time_zone: one.timeZone },
    ...{ starts_at: one.startsAt.toISOString(), ends_at: one.endsAt.toISOString() },
    token: ticketToken(config, one.participantId),
  }))
}
