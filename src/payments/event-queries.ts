/** Notices of providers as the staff see them: what they told, without what identifies a payer. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { isCurrency, minor, moneyText } from '../money/money.ts'
import { settings } from '../settings.ts'
import { type EventState, maskReference } from './event-rules.ts'
import type { EventsQueryInput, ProviderEventView } from './office-contract.ts'
import type { Providers } from './providers.ts'

/** What a provider says may be anything; only an id of ours is looked up, by its index. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const stateOf = sql`case when outcome in ('unknown_payment', 'unknown_refund', 'unknown_dispute') then 'unowned' when outcome = 'not_confirmed' then 'unconfirmed' when processed_at is not null then 'done'
  when tries >= ${settings.webhook.maxTries} then 'failed' else 'waiting' end`

type Told = {
  reference?: string
  state?: string
  amountMinor?: string
  currency?: string
  declineReason?: string | null
}
type Row = {
  provider: string
  event_id: string
  type: string
  state: EventState
  provider_reference: string | null
  payload: (Told & { refund?: Told & { failure?: string | null }; dispute?: Told & { reason?: string } }) | null
  order_id: string | null
  tries: number
  outcome: string | null
  error: string | null
  received: Date
  processed: Date | null
  next: Date
}

function eventsWhere({ state, q }: Pick<EventsQueryInput, 'state' | 'q'>): Sql {
  const text = q?.trim() ?? ''
  return join(
    [
      sql`true`,
      ...(state ? [sql`${stateOf} = ${state}`] : []),
      ...(text
        ? [
            sql`(event_id = ${text} or provider_reference = ${text} or payload->>'reference' = ${text}
            or payload->'refund'->>'reference' = ${text} or payload->'dispute'->>'reference' = ${text})`,
          ]
        : []),
    ],
    ' and ',
  )
}

/** Failed ones first, then the newest. */
export async function listProviderEvents(
  { db, providers }: { db: Queryable; providers: Providers },
  { page, size, ...filter }: EventsQueryInput,
): Promise<{ total: number; rows: ProviderEventView[] }> {
  const where = eventsWhere(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from payments.events where ${where}`),
    db.rows<Row>(sql`
      select provider, event_id, type, ${stateOf} as state, provider_reference, payload, tries, outcome, last_error as error,
        received_at as received, processed_at as processed, next_try_at as next,
        coalesce((select p.subject_id from payments.payments p where p.purpose = 'order' and p.id = case when coalesce(e.payload->>'reference', e.payload->'dispute'->>'reference') ~* ${UUID}
            then coalesce(e.payload->>'reference', e.payload->'dispute'->>'reference')::uuid end),
          (select r.subject_id from payments.refunds r join payments.payments p on p.id = r.payment_id and p.purpose = 'order' where r.id = case when e.payload->'refund'->>'reference' ~* ${UUID} then (e.payload->'refund'->>'reference')::uuid end)) as order_id
      from payments.events e where ${where}
      order by processed_at is null and tries >= ${settings.webhook.maxTries} desc, received_at desc, event_id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({ ...viewEvent(row), trust: providers.get(row.provider)?.trust ?? null })),
  }
}

function viewEvent(row: Row): Omit<ProviderEventView, 'trust'> {
  const { payload, received, processed, next, provider_reference: theirs, ...rest } = row
  const told = payload?.refund ?? payload?.dispute ?? payload
  return {
    ...rest,
    reference: told?.reference ?? null,
    provider_reference: theirs === null ? null : maskReference(theirs),
    facts: factsOf(told, payload?.refund?.failure ?? payload?.dispute?.reason ?? payload?.declineReason),
    received_at: received.toISOString(),
    processed_at: processed?.toISOString() ?? null,
    next_try_at: row.state === 'waiting' ? next.toISOString() : null,
  }
}

function factsOf(told: Told | null | undefined, reason: string | null | undefined): ProviderEventView['facts'] {
  const { state, amountMinor, currency } = told ?? {}
  const amount =
    amountMinor && currency && isCurrency(currency) ? moneyText(minor(BigInt(amountMinor)), currency) : amountMinor
  const facts = { state, amount, currency, reason }
  return (['state', 'amount', 'currency', 'reason'] as const).flatMap((name) => {
    const value = facts[name]
    return value ? [{ name, value }] : []
  })
}

/** How many notices used up their tries. */
export async function countFailedEvents(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from payments.events where processed_at is null and tries >= ${settings.webhook.maxTries}`,
  )
  return row?.count ?? 0
}
