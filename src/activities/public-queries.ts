/** What everybody may know about an activity, by its code; and a ticket, by its link. */
import type { Config } from '../config.ts'
import { drawQr } from '../credentials/draw-qr.ts'
import { type Queryable, sql } from '../db/database.ts'
import { listPublishedImages } from '../files/image-queries.ts'
import { readLinkCode } from '../referral/link-code-rules.ts'
import { Refusal } from '../refusals.ts'
import { wordsFor } from './activity-rules.ts'
import { calendarOf } from './calendar-rules.ts'
import type { PublicActivityView, TicketView } from './contract.ts'
import { type Activity, activityColumns } from './hold-activity.ts'
import { limitsOf } from './may-hold.ts'
import { type ParticipantState, showTicket } from './participant-rules.ts'
import { countAddress, pageAddress, readTicketToken } from './ticket-link.ts'

type Reader = { store: string; language: string }
const shownStates = ['live', 'ended', 'cancelled'] as const
type Shown = Activity & { state: (typeof shownStates)[number]; waiting: number; madeAt: Date }

async function findShown(db: Queryable, { store }: Pick<Reader, 'store'>, text: string): Promise<Shown | undefined> {
  const code = readLinkCode(text)
  if (code === null) return undefined
  return db.row<Shown>(sql`
    select ${activityColumns}, a.made_at as "madeAt",
      (select count(*)::int from activities.participants p where p.activity_id = a.id and p.state = 'waiting') as waiting
    from activities.activities a
    where a.code = ${code} and a.store = ${store} and a.state = any(${[...shownStates]}::text[]) and a.texts <> '{}'`)
}

/** Its page: live, or over; one that waits, or was taken off the web, is not there. */
export async function findPublic(db: Queryable, reader: Reader, text: string): Promise<PublicActivityView | null> {
  const own = await findShown(db, reader, text)
  if (!own?.code) return null
  const [sizes, limits] = await Promise.all([
    listPublishedImages(db, own.imageId ? [own.imageId] : []),
    limitsOf(db, own.store),
  ])
  const size = own.imageId ? sizes.get(own.imageId) : undefined
  return {
    ...{ code: own.code, state: own.state, kind: own.kind, ...wordsFor(own, reader.language), place: own.place },
    ...{ time_zone: own.timeZone, starts_at: own.startsAt.toISOString(), ends_at: own.endsAt.toISOString() },
    ...{ capacity: own.capacity, free: own.capacity === null ? null : own.capacity - own.taken, waiting: own.waiting },
    list_full: own.waiting >= limits.waiting,
    picture: own.imageId && size ? { src: `/api/store${own.store}/file/published?id=${own.imageId}`, ...size } : null,
  }
}

/** Its calendar file, without the link of an event online: that is for who has a place. Refuses not_found. */
export async function readCalendar(
  db: Queryable,
  config: Pick<Config, 'PUBLIC_URL'>,
  reader: Reader,
  text: string,
): Promise<string> {
  const own = await findShown(db, reader, text)
  if (!own?.code || own.kind === 'campaign') throw new Refusal('not_found')
  const { id, revision, timeZone, startsAt, endsAt, madeAt, place } = own
  const url = pageAddress(config, own.code)
  return calendarOf({
    ...{ id, revision, timeZone, startsAt, endsAt, madeAt, url, where: place || url },
    ...{ ...wordsFor(own, reader.language), cancelled: own.state === 'cancelled' },
  })
}

type Ticket = Activity & { participantId: string; signUp: ParticipantState; ticket: string; attendedAt: Date | null }

/** A ticket as whoever has its link sees it; the link of an event online only with a place, while it is on the web. Refuses not_found, also once it is erased. */
export async function readTicketView(
  db: Queryable,
  config: Pick<Config, 'PIN_KEY' | 'PUBLIC_URL'>,
  token: string,
  language: string,
): Promise<TicketView> {
  const id = readTicketToken(config, token)
  const own = id
    ? await db.row<Ticket>(sql`
        select ${activityColumns}, p.id as "participantId", p.state as "signUp", p.ticket, p.attended_at as "attendedAt"
        from activities.participants p join activities.activities a on a.id = p.activity_id where p.id = ${id} and p.erased_at is null`)
    : undefined
  if (!own?.code) throw new Refusal('not_found')
  const isPlaced = own.signUp === 'placed'
  return {
    ...{ code: own.code, state: own.signUp, activity_state: own.state, title: wordsFor(own, language).title },
    ...{ time_zone: own.timeZone, starts_at: own.startsAt.toISOString(), ends_at: own.endsAt.toISOString() },
    ...{
      place: own.place,
      link: isPlaced && own.state === 'live' ? own.link : '',
      attended_at: own.attendedAt?.toISOString() ?? null,
    },
    ticket: isPlaced ? showTicket(own.ticket) : null,
    qr: isPlaced ? drawQr(countAddress(config, { activityId: own.id, ticket: own.ticket }), 'M') : null,
  }
}
