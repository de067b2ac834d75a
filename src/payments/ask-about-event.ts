/** A notice is a knock on the door: what it is about is asked of its provider, and only that answer is booked. */
import { type Db, raw, type Sql, sql, type Tx } from '../db/database.ts'
import { contactOf, type KeptContact } from '../identity/member-queries.ts'
import { settings } from '../settings.ts'
import type {
  Charge,
  DisputeAnswer,
  MandateAnswer,
  Notice,
  ProviderAnswer,
  ProviderMandate,
  RefundAnswer,
} from './contract.ts'
import { awaitedOf, type Usual } from './pay-at-once.ts'
import type { PayoutAnswer, ProviderPayout } from './payout-contract.ts'
import type { Providers } from './providers.ts'
import type { Awaited, Purpose, Settlers } from './settler.ts'

export type EventId = { provider: string; eventId: string }

/** What a stored notice is about; `told` is what it says of it, to be compared and never booked. */
export type Knock = EventId &
  (
    | ({ about: 'charge'; reference: string; purpose: Purpose; providerReference: string; told: Told } & {
        bookings: number
        usual: Usual | null
      })
    | { about: 'refund'; reference: string }
    | { about: 'dispute'; reference: string; providerReference: string; rounds: number }
    | { about: 'payout'; reference: string; told: ProviderPayout['state'] }
    | { about: 'mandate'; reference: string; told: ProviderMandate['state'] }
    | {
        about: 'nothing of ours'
        outcome: 'unknown_payment' | 'unknown_refund' | 'unknown_dispute' | 'unknown_payout' | 'unknown_mandate'
      }
  )
type Told = { state: string; amountMinor: string; currency: string }

type Row = {
  payload:
    | ({
        providerReference: string
        refund?: object
        dispute?: { providerReference: string }
        payout?: Pick<ProviderPayout, 'reference' | 'state'>
        mandate?: Pick<ProviderMandate, 'reference' | 'state'>
      } & Told)
    | null
  disputed: string | null
  rounds: number
  payment: string | null
  bookings: number
  awaited: Awaited | null
  contact: KeptContact | null
  refund: string | null
} & (Omit<Usual['payment'], 'id' | 'provider'> | { purpose: null })

/** What a provider calls a reference may be anything; only an id of ours is looked up. */
const UUID = raw(`'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`)

const isOurName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a notice (`from`, as `e`) is about. */
const knockOf = (settlers: Settlers, from: Sql) => sql`
  select e.payload, p.id as payment, p.purpose, p.bookings, p.subject_id, p.member_id, p.store, p.method, p.amount_minor, p.currency,
    ${awaitedOf(settlers)} as awaited, ${contactOf(sql`p.member_id`)} as contact, r.id as refund, d.id as disputed, coalesce(of.rounds, 0) as rounds from ${from} e
  left join payments.payments p on p.provider = e.provider
    and p.id = case when e.payload->>'reference' ~ ${UUID} then (e.payload->>'reference')::uuid end
  left join payments.refunds r
    on r.id = case when e.payload->'refund'->>'reference' ~ ${UUID} then (e.payload->'refund'->>'reference')::uuid end
  left join payments.payments d on d.provider = e.provider
    and d.id = case when e.payload->'dispute'->>'reference' ~ ${UUID} then (e.payload->'dispute'->>'reference')::uuid end
  left join payments.disputes of on of.provider = e.provider and of.provider_reference = e.payload->'dispute'->>'providerReference'`

type Reach = { db: Db; settlers: Settlers }

/** A notice that waits; undefined when it is done, or its tries are used up. */
export async function readKnock({ db, settlers }: Reach, event: EventId): Promise<Knock | undefined> {
  const row = await db.row<Row>(sql`${knockOf(settlers, sql`payments.events`)}
    where e.provider = ${event.provider} and e.event_id = ${event.eventId}
      and e.processed_at is null and e.tries < ${settings.webhook.maxTries}`)
  return row && knockFrom(event, row)
}

/** Keeps a verified notice in the inbox, and says what it is about; undefined when this event was stored before. */
export async function storeEvent(
  { db, settlers }: Reach,
  provider: string,
  notice: Notice,
): Promise<Knock | undefined> {
  const { charge, refund, dispute, payout, mandate } = notice
  const told =
    charge ?? (refund ? { refund } : dispute ? { dispute } : payout ? { payout } : mandate ? { mandate } : null)
  const payload = JSON.stringify(told, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  const row = await db.row<Row>(sql`
    with stored as (
      insert into payments.events (provider, event_id, type, provider_reference, payload, next_try_at)
      values (${provider}, ${notice.eventId}, ${notice.type}, ${(charge ?? refund ?? dispute ?? payout ?? mandate)?.providerReference ?? null}, ${payload}::jsonb,
        now() + interval '5 seconds')
      on conflict on constraint event_is_stored_once do nothing returning provider, payload
    ) ${knockOf(settlers, sql`stored`)}`)
  return row && knockFrom({ provider, eventId: notice.eventId }, row)
}

function knockFrom(event: EventId, row: Row): Knock {
  if (row.refund) return { ...event, about: 'refund', reference: row.refund }
  const { payload } = row
  if (row.disputed && payload?.dispute)
    return {
      ...{ ...event, about: 'dispute', reference: row.disputed, rounds: row.rounds },
      providerReference: payload.dispute.providerReference,
    }
  if (payload?.payout && isOurName.test(payload.payout.reference))
    return { ...event, about: 'payout', reference: payload.payout.reference, told: payload.payout.state }
  if (payload?.mandate && isOurName.test(payload.mandate.reference))
    return { ...event, about: 'mandate', reference: payload.mandate.reference, told: payload.mandate.state }
  if (!row.payment || !row.purpose || !payload) return { ...event, about: 'nothing of ours', outcome: unowned(payload) }
  const { providerReference, state, amountMinor, currency } = payload
  return {
    ...{ ...event, about: 'charge', reference: row.payment, purpose: row.purpose, providerReference },
    ...{ told: { state, amountMinor, currency }, bookings: row.bookings },
    usual: usualOf(row.payment, event.provider, row),
  }
}

function usualOf(id: string, provider: string, row: Row): Usual | null {
  const { awaited, contact } = row
  return row.purpose && awaited && contact ? { payment: { ...row, id, provider }, awaited, contact } : null
}

function unowned(payload: Row['payload']) {
  if (payload?.refund) return 'unknown_refund'
  if (payload?.payout) return 'unknown_payout'
  if (payload?.mandate) return 'unknown_mandate'
  return payload?.dispute ? 'unknown_dispute' : 'unknown_payment'
}

/** Asks for the charge that a notice names. One of another payment's is as good as none. */
export async function askForCharge(
  providers: Providers,
  knock: Extract<Knock, { about: 'charge' }>,
): Promise<ProviderAnswer> {
  const answer = await providers.get(knock.provider)?.findCharge(knock.reference, knock.providerReference)
  if (answer?.outcome === 'known' && answer.charge.reference !== knock.reference) return { outcome: 'absent' }
  return answer ?? { outcome: 'unknown' }
}

export const askForToldRefund = async (
  providers: Providers,
  knock: Extract<Knock, { about: 'refund' }>,
): Promise<RefundAnswer> => (await providers.get(knock.provider)?.findRefund(knock.reference)) ?? { outcome: 'unknown' }

/** Asks for the payout that a notice names. */
export async function askForPayout(
  providers: Providers,
  { provider, reference }: Extract<Knock, { about: 'payout' }>,
): Promise<PayoutAnswer> {
  const answer = await providers.get(provider)?.findPayout(reference)
  if (answer?.outcome === 'known' && answer.payout.reference !== reference) return { outcome: 'absent' }
  return answer ?? { outcome: 'unknown' }
}

/** Asks for the mandate that a notice names. */
export async function askForMandate(
  providers: Providers,
  { provider, reference }: Extract<Knock, { about: 'mandate' }>,
): Promise<MandateAnswer> {
  const answer = await providers.get(provider)?.findMandate(reference)
  if (answer?.outcome === 'known' && answer.mandate.reference !== reference) return { outcome: 'absent' }
  return answer ?? { outcome: 'unknown' }
}

/** Whether the provider's answer has come as far as its notice said: one that is over was active before, or never. */
export const isMandateAsFar = (told: ProviderMandate['state'], now: ProviderMandate['state']): boolean =>
  told === now || told === 'pending' || now === 'revoked' || now === 'expired'

const order: readonly ProviderPayout['state'][] = ['accepted', 'paid', 'returned']
/** Whether the provider's answer has come as far as its notice said. */
export const isAsFar = (told: ProviderPayout['state'], now: ProviderPayout['state']): boolean =>
  told === now ||
  (now === 'failed' ? told === 'accepted' : told !== 'failed' && order.indexOf(told) < order.indexOf(now))

/** Asks for the dispute that a notice names. One of another payment's is as good as none. */
export async function askForDispute(
  providers: Providers,
  knock: Extract<Knock, { about: 'dispute' }>,
): Promise<DisputeAnswer> {
  const answer = await providers.get(knock.provider)?.findDispute(knock.providerReference)
  if (answer?.outcome === 'known' && answer.dispute.reference !== knock.reference) return { outcome: 'absent' }
  return answer ?? { outcome: 'unknown' }
}

/** Whether the provider's answer bears out a notice of captured money. Any other notice is answered by what is so. */
export const isBorneOut = (told: Told, charge: Charge | null): boolean =>
  charge !== null &&
  (told.state !== 'captured' ||
    (charge.state === 'captured' &&
      charge.amountMinor === BigInt(told.amountMinor) &&
      charge.currency === told.currency))

/**
 * Puts a notice off whose provider gave no answer: it is asked again, twice as late each time, for as long as it takes. The
 * payment's member reads meanwhile that the bank has told us and that we are asking. Waits for nobody who has the one or the other.
 */
export const postponeUnanswered = (db: Db, { provider, eventId }: EventId): Promise<number> =>
  db.run(sql`
    with waiting as (
      update payments.events set asked = least(asked + 1, 30000), last_error = 'the provider did not answer',
        next_try_at = now() + least(interval '2 seconds' * power(2, least(asked, 20)), make_interval(secs => ${settings.webhook.slowestAskSeconds}::int))
      where (provider, event_id) = (select provider, event_id from payments.events
        where provider = ${provider} and event_id = ${eventId} and processed_at is null for update skip locked)
      returning payload->>'reference' as reference)
    update payments.payments set told_at = coalesce(told_at, now()) where id = (
      select p.id from payments.payments p, waiting
      where p.id = case when waiting.reference ~ ${UUID} then waiting.reference::uuid end and state in ('created', 'pending', 'unknown')
      for update of p skip locked)`)

/**
 * Leaves a notice open that this transaction took and its provider did not bear out: providers know things a little later
 * than they tell them. True while it is asked again; false when it has been asked often enough and is listed for the office.
 */
export async function waitForConfirmation(tx: Tx, { provider, eventId }: EventId): Promise<boolean> {
  const row = await tx.row<{ waits: boolean }>(sql`
    with asked as (
      update payments.events set asked = least(asked + 1, 30000),
        processed_at = case when asked + 1 < ${settings.webhook.maxAsks} then null else processed_at end,
        outcome = case when asked + 1 < ${settings.webhook.maxAsks} then null else 'not_confirmed' end,
        last_error = 'the provider does not confirm it', next_try_at = now() + interval '2 seconds' * power(2, least(asked, 20))
      where provider = ${provider} and event_id = ${eventId}
      returning processed_at is null as waits, payload->>'reference' as reference
    ), said as (
      update payments.payments p set told_at = case when asked.waits then coalesce(told_at, now()) end from asked
      where p.id = case when asked.reference ~ ${UUID} then asked.reference::uuid end and state in ('created', 'pending', 'unknown'))
    select waits from asked`)
  return row?.waits ?? false
}
