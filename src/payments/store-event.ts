import { type Db, type Queryable, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Charge, Notice, Payment } from './contract.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type StoredCharge = Omit<Charge, 'amountMinor'> & { amountMinor: string }

/** Keeps a verified notice in the inbox; false when this event was stored before. */
export async function storeEvent(db: Db, provider: string, notice: Notice): Promise<boolean> {
  const payload = JSON.stringify(notice.charge, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  const stored = await db.run(sql`
    insert into payments.events (provider, event_id, type, provider_reference, payload, next_try_at)
    values (${provider}, ${notice.eventId}, ${notice.type}, ${notice.charge?.providerReference ?? null}, ${payload}::jsonb,
      now() + interval '5 seconds')
    on conflict on constraint event_is_stored_once do nothing`)
  return stored === 1
}

/** Takes an event for processing in this transaction, with its payment locked; undefined when it is done or being done. */
export async function takeEvent(
  tx: Tx,
  event: { provider: string; eventId: string },
): Promise<{ charge: Charge | null; payment: Payment | null } | undefined> {
  const taken = await tx.row<{ payload: StoredCharge | null }>(sql`
    select payload from payments.events
    where provider = ${event.provider} and event_id = ${event.eventId} and processed_at is null and tries < ${settings.webhook.maxTries}
    for update skip locked`)
  if (!taken) return undefined
  if (!taken.payload) return { charge: null, payment: null }
  const charge = { ...taken.payload, amountMinor: BigInt(taken.payload.amountMinor) }
  const payment = UUID.test(charge.reference) ? await lockPayment(tx, charge.reference) : null
  return { charge, payment: payment ?? null }
}

/** A payment by its id, locked until the end of the transaction. */
export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.row<Payment>(sql`select * from payments.payments where id = ${id} for update`)

/** Says what became of an event; it is never processed again. */
export const finishEvent = (tx: Tx, event: { provider: string; eventId: string }, outcome: string) =>
  tx.run(sql`update payments.events set processed_at = now(), outcome = ${outcome}
    where provider = ${event.provider} and event_id = ${event.eventId}`)

/** Puts a failed event off, twice as long each time; after the fifth try it stays and is listed for staff. */
export const postponeEvent = (db: Queryable, event: { provider: string; eventId: string }, error: string) =>
  db.run(sql`update payments.events set tries = tries + 1, last_error = ${error}, next_try_at = now() + interval '2 seconds' * power(2, tries)
    where provider = ${event.provider} and event_id = ${event.eventId} and processed_at is null`)

/** Events whose time has come: those a crash left behind, and those that failed before. */
export const listWaitingEvents = (db: Queryable) =>
  db.rows<{ provider: string; eventId: string }>(sql`
    select provider, event_id as "eventId" from payments.events
    where processed_at is null and next_try_at <= now() and tries < ${settings.webhook.maxTries} order by next_try_at limit 100`)
