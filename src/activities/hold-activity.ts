/** An activity as commands need it. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { ActivityState, Said } from './activity-rules.ts'

export type Activity = Said & {
  id: string
  memberId: string
  store: string
  state: ActivityState
  revision: number
  capacity: number | null
  taken: number
  code: string | null
  /** By the clock of the database: it is over, and it may be shown. */
  isPast: boolean
  isDue: boolean
}

export const activityColumns = sql`a.id, a.member_id as "memberId", a.store, a.state, a.revision, a.capacity, a.taken, a.code, a.kind, a.language,
  a.texts, a.time_zone as "timeZone", a.opens_at as "opensAt", a.starts_at as "startsAt", a.ends_at as "endsAt", a.place, a.link,
  a.image_id as "imageId", a.ends_at <= now() as "isPast", coalesce(a.opens_at <= now(), true) as "isDue"`

/** Holds an activity until the transaction ends: whoever else would move it, or give a place of it, waits. Refuses not_found. */
export async function holdActivity(tx: Tx, where: Sql): Promise<Activity> {
  const found = await tx.row<Activity>(sql`
    select ${activityColumns} from activities.activities a where ${where} for no key update`)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Whoever is not its holder is told that there is none. */
export const holdOwn = (tx: Tx, memberId: string, activityId: string): Promise<Activity> =>
  holdActivity(tx, sql`a.id = ${activityId} and a.member_id = ${memberId}`)

/** The columns of what people read, for an update. */
export const saidColumns = ({
  kind,
  language,
  texts,
  timeZone,
  opensAt,
  startsAt,
  endsAt,
  place,
  link,
  imageId,
}: Said): Sql => sql`
  kind = ${kind}, language = ${language}, texts = ${JSON.stringify(texts)}::jsonb, time_zone = ${timeZone}, opens_at = ${opensAt},
  starts_at = ${startsAt}, ends_at = ${endsAt}, place = ${place}, link = ${link}, image_id = ${imageId}`
