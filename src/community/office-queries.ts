/** Testimonials and messages as the staff see them. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { maskEmail } from '../identity/masking-rules.ts'
import { mailStates } from '../mail/mail-queries.ts'
import { Refusal } from '../refusals.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import type {
  InboxQueryInput,
  InboxRowView,
  OfficeTestimonialsQueryInput,
  OfficeTestimonialView,
} from './office-contract.ts'

type TestimonialRow = Omit<OfficeTestimonialView, 'created_at' | 'decisions'> & {
  created: Date
  decisions: (Omit<OfficeTestimonialView['decisions'][number], 'at'> & { at: string })[] | null
}

/** What waits first, the oldest first; then what was decided, the newest first. */
export async function listOfficeTestimonials(
  db: Queryable,
  { state, store, rating, page, size }: OfficeTestimonialsQueryInput,
): Promise<{ total: number; rows: OfficeTestimonialView[] }> {
  const where = all([
    ...(state ? [sql`state = ${state}`] : []),
    ...(store ? [sql`store = ${store}`] : []),
    ...(rating ? [sql`rating = ${rating}`] : []),
  ])
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from community.testimonials where ${where}`),
    db.rows<TestimonialRow>(sql`
      select id, store, state, name, member_id, place, rating, text, language, has_bought, created_at as created,
        array(select image_id from community.testimonial_pictures where testimonial_id = t.id order by position) as pictures,
        (select jsonb_agg(jsonb_build_object('state', d.state, 'by', d.decided_by, 'reason', d.reason, 'at', d.decided_at) order by d.id desc)
          from community.testimonial_decisions d where d.testimonial_id = t.id) as decisions
      from community.testimonials t where ${where}
      order by state <> 'pending', case when state = 'pending' then created_at end, created_at desc, id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ created, decisions, ...row }) => ({
      ...row,
      created_at: created.toISOString(),
      decisions: (decisions ?? []).map(({ at, ...decision }) => ({ ...decision, at: isoOf(at) })),
    })),
  }
}

const all = (parts: Sql[]) => join([sql`true`, ...parts], ' and ')
/** PostgreSQL writes moments in JSON with its own offset. */
const isoOf = (text: string) => new Date(text).toISOString()

/** Refuses not_found for a picture that is not the testimonial's. */
export async function requireTestimonialPicture(db: Queryable, testimonialId: string, pictureId: string) {
  const found = await db.row(sql`select 1 as one from community.testimonial_pictures
    where testimonial_id = ${testimonialId} and image_id = ${pictureId}`)
  if (!found) throw new Refusal('not_found')
}

type MessageRow = Omit<InboxRowView, 'number' | 'assigned_to' | 'is_mine' | 'handled_at' | 'created_at' | 'answers'> & {
  number: bigint
  assigned: string | null
  handled: Date | null
  created: Date
  answers: { id: string; text: string; by: string; at: string }[] | null
}

function inboxWhere({ state, store, topic, q }: Pick<InboxQueryInput, 'state' | 'store' | 'topic' | 'q'>): Sql {
  const text = q?.trim() ?? ''
  const number = /^(?:k-?)?(\d{1,12})$/i.exec(text)?.[1]
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return all([
    ...(state === 'open' ? [sql`state in ('new', 'in_hand')`] : state ? [sql`state = ${state}`] : []),
    ...(store ? [sql`store = ${store}`] : []),
    ...(topic ? [sql`topic = ${topic}`] : []),
    ...(number ? [sql`number = ${number}::bigint`] : []),
    ...(text && !number ? [sql`(name ilike ${part} or text ilike ${part} or email = ${text.toLowerCase()})`] : []),
  ])
}

const orders = { age: sql`created_at desc, id`, '-age': sql`created_at, id` }

/** What waits first, the oldest first; then the newest. With `sort`, by age alone. */
export async function listMessagesForOffice(
  db: Queryable,
  staffId: string,
  { page, size, sort, ...filter }: InboxQueryInput,
): Promise<{ total: number; rows: InboxRowView[] }> {
  const where = inboxWhere(filter)
  const order = sort
    ? orders[sort]
    : sql`state not in ('new', 'in_hand'), case when state in ('new', 'in_hand') then created_at end, created_at desc, id`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from community.messages where ${where}`),
    db.rows<MessageRow>(sql`
      select id, number, store, state, revision, member_id, name, email, topic, text, language, assigned_to as assigned,
        handled_by, handled_at as handled, note, created_at as created,
        (select jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'by', a.staff_name, 'at', a.created_at) order by a.created_at)
          from community.answers a where a.message_id = m.id) as answers
      from community.messages m where ${where} order by ${order}
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const [names, mails] = await Promise.all([
    namesOfStaff(
      db,
      rows.flatMap(({ assigned }) => (assigned ? [assigned] : [])),
    ),
    mailStates(
      db,
      rows.flatMap(({ answers }) => (answers ?? []).map(({ id }) => answerKey(id))),
    ),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ assigned, handled, created, answers, ...row }) => ({
      ...row,
      number: `K-${row.number}`,
      email: maskEmail(row.email),
      assigned_to: assigned && (names.get(assigned) ?? '–'),
      is_mine: assigned === staffId,
      handled_at: handled?.toISOString() ?? null,
      answers: (answers ?? []).map(({ id, at, ...answer }) => ({
        ...answer,
        at: isoOf(at),
        mail: mails.get(answerKey(id)) ?? null,
      })),
      created_at: created.toISOString(),
    })),
  }
}

/** The outbox's key of the mail that carries an answer. */
export const answerKey = (answerId: string) => `contact_answer:${answerId}`

/** How many testimonials and messages of a store wait for somebody. */
export async function countWaitingWords(
  db: Queryable,
  store: string,
): Promise<{ testimonials: number; messages: number }> {
  const row = await db.row<{ testimonials: number; messages: number }>(sql`select
    (select count(*)::int from community.testimonials where store = ${store} and state = 'pending') as testimonials,
    (select count(*)::int from community.messages where store = ${store} and state in ('new', 'in_hand')) as messages`)
  return row ?? { testimonials: 0, messages: 0 }
}

/** Messages that nobody has answered for so many hours. */
export const listOldMessages = (
  db: Queryable,
  hours: number,
): Promise<{ id: string; number: string; store: string; since: Date }[]> =>
  db.rows(sql`
    select id::text as id, number::text as number, store, created_at + make_interval(hours => ${hours}::int) as since from community.messages
    where state in ('new', 'in_hand') and created_at < now() - make_interval(hours => ${hours}::int) order by created_at limit 1000`)
