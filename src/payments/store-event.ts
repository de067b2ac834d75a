import { empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { contactOf, type KeptContact } from '../identity/member-queries.ts'
import { settings } from '../settings.ts'
import type { EventId } from './ask-about-event.ts'
import type { Payment } from './contract.ts'

/**
 * Takes an event for processing: in this transaction it counts as done, with the outcome that it usually has. False when it
 * is done or being done.
 */
export const takeEvent = async (tx: Tx, event: EventId, usualOutcome: string): Promise<boolean> =>
  (await tx.row(sql`with ${freeEvent(event)}, ${takenEvent(usualOutcome)} select 1 as one from taken`)) !== undefined

/** The same, with the payment that the event is about, locked until the end of the transaction, and where its member is reached. */
export async function takeEventOf(
  tx: Tx,
  event: EventId & { reference: string },
  usualOutcome: string,
): Promise<{ taken: boolean; payment: Payment | undefined; contact: KeptContact | null }> {
  const row = await tx.row<{ taken: boolean; contact: KeptContact | null } & (Payment | { id: null })>(sql`
    with payment as (${lockedPayment(event.reference)}), ${freeEvent(event)}, ${takenEvent(usualOutcome)}
    select exists (select from taken) as taken, ${contactOf(sql`payment.member_id`)} as contact, payment.*
    from (select) as always left join payment on true`)
  if (!row) throw new Error('looking gives a row')
  return { taken: row.taken, payment: row.id === null ? undefined : row, contact: row.contact }
}

/** Parts of a statement: `free` is the event if nobody has it or had it, and then it is `taken`, where `only` holds. */
export const freeEvent = ({ provider, eventId }: EventId): Sql => sql`free as (
      select provider, event_id from payments.events
      where provider = ${provider} and event_id = ${eventId} and processed_at is null and tries < ${settings.webhook.maxTries}
      for update skip locked)`
export const takenEvent = (usualOutcome: string, only: Sql = empty): Sql => sql`taken as (
      update payments.events e set processed_at = now(), outcome = ${usualOutcome} from free
      where e.provider = free.provider and e.event_id = free.event_id ${only} returning 1)`

export const lockedPayment = (id: string): Sql => sql`select * from payments.payments where id = ${id} for update`

/** A payment by its id, locked until the end of the transaction. */
export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> => tx.row<Payment>(lockedPayment(id))

/** Says what became of an event taken in this transaction, where it is not the usual. */
export const finishEvent = (tx: Tx, event: EventId, outcome: string) =>
  tx.run(
    sql`update payments.events set outcome = ${outcome} where provider = ${event.provider} and event_id = ${event.eventId}`,
  )

/** Puts a failed event off, unless somebody has it, twice as long each time; after the fifth try it stays and is listed for staff. */
export const postponeEvent = (db: Queryable, event: EventId, error: string) =>
  db.run(sql`update payments.events set tries = tries + 1, last_error = ${error}, next_try_at = now() + interval '2 seconds' * power(2, tries)
    where (provider, event_id) = (select provider, event_id from payments.events
      where provider = ${event.provider} and event_id = ${event.eventId} and processed_at is null for update skip locked)`)

/** Events whose time has come: those a crash left behind, and those that failed before. */
export const listWaitingEvents = (db: Queryable) =>
  db.rows<EventId>(sql`
    select provider, event_id as "eventId" from payments.events
    where processed_at is null and next_try_at <= now() and tries < ${settings.webhook.maxTries} order by next_try_at limit 100`)
