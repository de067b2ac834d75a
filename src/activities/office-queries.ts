/** Activities as staff see them. */

import { empty, type Queryable, type Sql, sql } from '../db/database.ts'
import { imageSizes } from '../files/image-queries.ts'
import type { Cell } from '../http/csv.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { countsOfLinks, noCounts } from '../referral/link-figures.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { changeWaits, countsOf, listSteps, viewCounts, viewSaid } from './activity-queries.ts'
import { activityStates, officeTabs, wordsFor } from './activity-rules.ts'
import { findWaitingChange, saidWith } from './change-activity.ts'
import { type Activity, activityColumns } from './hold-activity.ts'
import { type Limits, limitsOf } from './may-hold.ts'
import type { LimitsView, OfficeActivitiesInput, OfficeActivityRow, OfficeActivityView } from './office-contract.ts'
import { reportOfActivities, viewReport } from './report-queries.ts'

type Filter = Omit<OfficeActivitiesInput, 'page' | 'size'>
type Row = Activity & Parameters<typeof viewCounts>[0] & { since: Date; changeWaits: boolean }

/** What is to be decided first, the oldest first. */
export async function listOfficeActivities(
  db: Queryable,
  { page, size, ...filter }: OfficeActivitiesInput,
  language: string,
): Promise<{ total: number; rows: OfficeActivityRow[] }> {
  const fits = fitting(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from activities.activities a where ${fits}`),
    listRows(db, fits, language, sql`limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows }
}

function fitting({ tab, store, q }: Filter): Sql {
  const part = `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  const states = sql`a.state = any(${[...(tab ? officeTabs[tab] : activityStates)]}::text[])`
  return sql`a.texts <> '{}' and a.state <> 'draft'
    and (${states} ${tab === 'waiting' ? sql`or ${changeWaits}` : empty})
    ${store ? sql`and a.store = ${store}` : empty}
    ${q ? sql`and (a.code = upper(${q.trim()}) or exists (select from jsonb_each(a.texts) t where t.value ->> 'title' ilike ${part}))` : empty}`
}

async function listRows(db: Queryable, fits: Sql, language: string, some: Sql = empty): Promise<OfficeActivityRow[]> {
  const rows = await db.rows<Row>(sql`
    select ${activityColumns}, ${countsOf}, ${changeWaits} as "changeWaits",
      (select max(m.created_at) from activities.moves m where m.activity_id = a.id) as since
    from activities.activities a where ${fits}
    order by a.state = 'submitted' or ${changeWaits} desc, case when a.state = 'submitted' then a.made_at end, a.made_at desc, a.id ${some}`)
  const [names, figures] = await Promise.all([
    namesOfMembers(
      db,
      rows.map(({ memberId }) => memberId),
    ),
    countsOfLinks(
      db,
      rows.flatMap(({ code }) => code ?? []),
    ),
  ])
  return rows.map((one) => ({
    ...{ activity_id: one.id, store: one.store, kind: one.kind, state: one.state, code: one.code },
    ...{ title: wordsFor(one, language).title, member: names.get(one.memberId) ?? '', change_waits: one.changeWaits },
    ...{ starts_at: one.startsAt.toISOString(), ends_at: one.endsAt.toISOString(), time_zone: one.timeZone },
    ...{ since: one.since.toISOString(), ...viewCounts(one) },
    ...(figures.get(one.code ?? '') ?? noCounts),
  }))
}

/** The report of what came of them, as rows of a file: the same as of one. */
export async function reportRows(db: Queryable, filter: Filter, language: string): Promise<Cell[][]> {
  const rows = await listRows(db, fitting(filter), language, sql`limit ${settings.staff.exportRows}::int`)
  const reports = await reportOfActivities(db, rows)
  return rows.map((one) => {
    const { verified, bought, orders, volume, currency, grams, cost, cost_per_gram } = viewReport(
      reports.get(one.code ?? ''),
    )
    return [
      ...[one.store, one.code ?? '', one.title, one.kind, one.state, one.member, one.starts_at, one.ends_at],
      ...[one.visits, one.taken + one.waiting, one.attended, one.accounts, verified, bought, orders],
      ...[volume, currency, grams, cost, cost_per_gram ?? ''],
    ]
  })
}
export const reportHead = [
  ...['store', 'code', 'title', 'kind', 'state', 'holder', 'starts_at', 'ends_at'],
  ...['visits', 'sign_ups', 'attended', 'accounts_opened', 'verified', 'bought', 'orders_that_followed'],
  ...['volume', 'currency', 'grams', 'cost', 'cost_per_gram'],
]

/** One with all that the public would see of it. Refuses not_found, also for a draft: it is its holder's alone. */
export async function readOfficeActivity(db: Queryable, id: string): Promise<OfficeActivityView> {
  const own = await db.row<Activity & Parameters<typeof viewCounts>[0]>(sql`
    select ${activityColumns}, ${countsOf} from activities.activities a where a.id = ${id} and a.state <> 'draft'`)
  if (!own) throw new Refusal('not_found')
  const [moves, change, reports, names] = await Promise.all([
    listSteps(db, id),
    findWaitingChange(db, id),
    reportOfActivities(db, [own]),
    namesOfMembers(db, [own.memberId]),
  ])
  const wanted = change && saidWith(own, change)
  const [sizes, staff] = await Promise.all([
    imageSizes(
      db,
      [own.imageId, wanted?.imageId ?? null].filter((one) => one !== null),
    ),
    namesOfStaff(
      db,
      moves.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
    ),
  ])
  const by = (actor: string) =>
    actor.startsWith('staff:') ? (staff.get(actor.slice(6)) ?? '') : actor.startsWith('member:') ? 'member' : 'system'
  return {
    ...{ activity_id: own.id, store: own.store, state: own.state, revision: own.revision, code: own.code },
    ...{ member_id: own.memberId, member: names.get(own.memberId) ?? '' },
    ...{ ...viewSaid(own, sizes), ...viewCounts(own), ...viewReport(reports.get(own.code ?? '')) },
    change:
      change && wanted
        ? { change_id: change.id, made_at: change.madeAt.toISOString(), ...viewSaid(wanted, sizes) }
        : null,
    moves: moves.map(({ state, actor, reason, at }) => ({ state, by: by(actor), reason, at: at.toISOString() })),
  }
}

/** Refuses not_found for a picture that is neither of the activity nor of the change that waits. */
export async function requireActivityPicture(db: Queryable, activityId: string, pictureId: string): Promise<void> {
  const found = await db.row(sql`
    select 1 as one from activities.activities where id = ${activityId} and image_id = ${pictureId} and state <> 'draft'
    union all select 1 from activities.changes where activity_id = ${activityId} and image_id = ${pictureId} and state = 'waiting'`)
  if (!found) throw new Refusal('not_found')
}

type SetLimit = Limits & { validFrom: Date; actor: string; reason: string }
const viewLimits = ({ openActivities, drafts, participants, waiting }: Limits) => ({
  ...{ open_activities: openActivities, drafts, participants, waiting },
})

/** The limits of a store, and every time they were set. */
export async function readLimits(db: Queryable, store: string): Promise<LimitsView> {
  const [now, rows] = await Promise.all([
    limitsOf(db, store),
    db.rows<SetLimit>(sql`
      select valid_from as "validFrom", open_activities as "openActivities", drafts, participants, waiting, actor, reason from activities.limits
      where store = ${store} order by valid_from desc, id desc limit 50`),
  ])
  const people = (actor: string) => actor.split('+').map((one) => one.replace('staff:', ''))
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ actor }) => people(actor)),
  )
  return {
    ...viewLimits(now),
    set: rows.map(({ validFrom, actor, reason, ...own }) => ({
      ...{ valid_from: validFrom.toISOString(), ...viewLimits(own), reason },
      by: people(actor)
        .flatMap((id) => names.get(id) ?? [])
        .join(', '),
    })),
  }
}
