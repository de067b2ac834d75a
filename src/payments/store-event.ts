import { type Db, type Queryable, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Charge, Notice, Payment, ProviderRefund } from './contract.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type StoredCharge = Omit<Charge, 'amountMinor'> & { amountMinor: string }

/** Keeps a verified notice in the inbox; false when this event was stored before. */
export async function storeEvent(db: Db, provider: string, notice: Notice): Promise<boolean> {
  const told = notice.charge ?? (notice.refund ? { refund: notice.refund } : null)
  const payload = JSON.stringify(told, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  const stored = await db.run(sql`
    insert into payments.events (provider, event_id, type, provider_reference, payload, next_try_at)
    values (${provider}, ${notice.eventId}, ${notice.type}, ${(notice.charge ?? notice.refund)?.providerReference ?? null}, ${payload}::jsonb,
      now() + interval '5 seconds')
    on conflict on constraint event_is_stored_once do nothing`)
  return stored === 1
}

/**
 * Takes an event for processing: in this transaction it counts as done, with the outcome it usually has, and its payment
 * is locked. Undefined when it is done, being done, or of no payment that we know.
 */
export async function takeEvent(
  tx: Tx,
  event: { provider: string; eventId: string },
  usualOutcome: string,
): Promise<{ charge: Charge; payment: Payment } | undefined> {
  const taken = await tx.row<Payment & { payload: StoredCharge }>(sql`
    with free as (
      select provider, event_id from payments.events
      where provider = ${event.provider} and event_id = ${event.eventId} and processed_at is null and tries < ${settings.webhook.maxTries}
      for update skip locked
    ), taken as (
      update payments.events e set processed_at = now(), outcome = ${usualOutcome} from free
      where e.provider = free.provider and e.event_id = free.event_id
      returning e.payload, e.payload->>'reference' as reference
    )
    select taken.payload, p.* from taken
    join payments.payments p on p.id = case when taken.reference ~ ${UUID.source} then taken.reference::uuid end
    for update of p`)
  if (!taken) return undefined
  const { payload, ...payment } = taken
  return { charge: { ...payload, amountMinor: BigInt(payload.amountMinor) }, payment }
}

/** What the event that takeEvent found without a payment says of a refund; undefined when it is about none. */
export async function readRefundEvent(
  tx: Tx,
  event: { provider: string; eventId: string },
): Promise<ProviderRefund | undefined> {
  const row = await tx.row<{ refund: (Omit<ProviderRefund, 'amountMinor'> & { amountMinor: string }) | null }>(sql`
    select payload->'refund' as refund from payments.events
    where provider = ${event.provider} and event_id = ${event.eventId} and processed_at = now()`)
  return row?.refund ? { ...row.refund, amountMinor: BigInt(row.refund.amountMinor) } : undefined
}

/** A payment by its id, locked until the end of the transaction. */
export const lockPayment = (tx: Tx, id: string): Promise<Payment | undefined> =>
  tx.row<Payment>(sql`select * from payments.payments where id = ${id} for update`)

/** Says what became of an event taken in this transaction, where it is not the usual. */
export const finishEvent = (tx: Tx, event: { provider: string; eventId: string }, outcome: string) =>
  tx.run(
    sql`update payments.events set outcome = ${outcome} where provider = ${event.provider} and event_id = ${event.eventId}`,
  )

/** Marks the event that takeEvent found without a payment; false when it was not this transaction that took it. */
export const disownEvent = async (tx: Tx, event: { provider: string; eventId: string }): Promise<boolean> =>
  (await tx.run(sql`update payments.events set outcome = 'unknown_payment'
    where provider = ${event.provider} and event_id = ${event.eventId} and processed_at = now()`)) === 1

/** Puts a failed event off, twice as long each time; after the fifth try it stays and is listed for staff. */
export const postponeEvent = (db: Queryable, event: { provider: string; eventId: string }, error: string) =>
  db.run(sql`update payments.events set tries = tries + 1, last_error = ${error}, next_try_at = now() + interval '2 seconds' * power(2, tries)
    where provider = ${event.provider} and event_id = ${event.eventId} and processed_at is null`)

/** Events whose time has come: those a crash left behind, and those that failed before. */
export const listWaitingEvents = (db: Queryable) =>
  db.rows<{ provider: string; eventId: string }>(sql`
    select provider, event_id as "eventId" from payments.events
    where processed_at is null and next_try_at <= now() and tries < ${settings.webhook.maxTries} order by next_try_at limit 100`)
