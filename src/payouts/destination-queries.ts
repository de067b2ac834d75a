/** Payout destinations, read. */
import { type Queryable, sql } from '../db/database.ts'
import { masked } from '../kyc/id-number-rules.ts'
import { findVerifiedName } from '../kyc/verification-queries.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { DestinationsView, DestinationView } from './contract.ts'
import { findProvider, type PayoutKind, providersOf } from './payout-rules.ts'

type Row = {
  id: string
  kind: PayoutKind
  provider: string
  holder: string
  end: string
  is_default: boolean
  usable_from: Date
  waits: boolean
}
type Owner = { memberId: string; store: string }

const columns = sql`id, kind, provider, holder, number_end as "end", is_default, usable_from, usable_from > now() as waits`

function viewOf({ end, waits, usable_from, ...row }: Row, store: string): DestinationView {
  const provider_name = findProvider(store, row.kind, row.provider)?.name ?? row.provider
  return { ...row, provider_name, number: masked(end), usable_from: waits ? usable_from.toISOString() : null }
}

/** The member's destinations in a store, the default first, and what can be bound there. */
export async function listDestinations(
  db: Queryable,
  { memberId, store, kind, hasPin }: Owner & { kind: PayoutKind | undefined; hasPin: boolean },
): Promise<DestinationsView> {
  const [rows, bound, verified] = await Promise.all([
    db.rows<Row>(sql`
      select ${columns} from payouts.destinations
      where member_id = ${memberId} and store = ${store} and removed_at is null and (${kind ?? null}::text is null or kind = ${kind ?? null})
      order by is_default desc, created_at`),
    countBound(db, memberId),
    findVerifiedName(db, memberId),
  ])
  const named = (each: PayoutKind) => providersOf(store, each).map(({ code, name }) => ({ code, name }))
  return {
    destinations: rows.map((row) => viewOf(row, store)),
    max: settings.payouts.maxDestinations,
    bound,
    cooling_hours: settings.payouts.coolingSeconds / 3600,
    banks: named('bank'),
    wallets: named('wallet'),
    verified_name: verified ?? null,
    has_pin: hasPin,
  }
}

/** How many destinations the member has, in all stores. */
async function countBound(db: Queryable, memberId: string): Promise<number> {
  const row = await db.row<{ bound: number }>(sql`
    select count(*)::int as bound from payouts.destinations where member_id = ${memberId} and removed_at is null`)
  return row?.bound ?? 0
}

/** How accounts are shown, by their ids; also of removed ones, and with nothing of those whose numbers are destroyed. */
export async function nameDestinations(db: Queryable, ids: readonly string[]): Promise<Map<string, AccountName>> {
  const rows = await db.rows<Pick<Row, 'id' | 'kind' | 'provider'> & { store: string; end: string | null }>(sql`
    select id, kind, provider, store, number_end as "end" from payouts.destinations where id = any(${ids}::uuid[])`)
  return new Map(
    rows.map(({ id, kind, provider, store, end }) => [
      id,
      { kind, provider_name: findProvider(store, kind, provider)?.name ?? provider, number: end && masked(end) },
    ]),
  )
}
type AccountName = { kind: PayoutKind; provider_name: string; number: string | null }

/** The one that the member is paid to unless they say otherwise; null without one. */
export async function defaultDestination(db: Queryable, { memberId, store }: Owner): Promise<string | null> {
  const row = await db.row<{ id: string }>(sql`
    select id from payouts.destinations where member_id = ${memberId} and store = ${store} and removed_at is null and is_default`)
  return row?.id ?? null
}

/** One of the member's destinations. Refuses not_found, also for somebody else's. */
export async function getDestination(db: Queryable, { memberId, store }: Owner, id: string): Promise<DestinationView> {
  const row = await db.row<Row>(sql`
    select ${columns} from payouts.destinations
    where id = ${id} and member_id = ${memberId} and store = ${store} and removed_at is null`)
  if (!row) throw new Refusal('not_found')
  return viewOf(row, store)
}
