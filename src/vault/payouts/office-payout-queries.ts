/** Withdrawals as staff see them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Karat } from '../../karat.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { secondFrom } from '../../stores/second-person.ts'
import { storeOf } from '../../stores/stores.ts'
import type { OfficePayoutsInput, OfficePayoutView } from './office-payout-contract.ts'
import type { PayoutState, TryState } from './payout-rules.ts'

type Row = {
  id: string
  number: string
  store: string
  member_id: string
  state: PayoutState
  currency: Currency
  amount_minor: bigint
  destination_id: string
  failure: string | null
  requested_at: Date
  ended_at: Date | null
  unclaimed: boolean
}
type TryRow = Omit<OfficePayoutView['tries'][number], 'made_at' | 'state'> & {
  payout_id: string
  state: TryState
  made_at: Date
}

/** Those on their way first, then the newest. */
export async function listOfficePayouts(
  { db, settings, stores }: Pick<Karat, 'db' | 'settings' | 'stores'>,
  { state, store, q, page, size }: OfficePayoutsInput,
): Promise<{ total: number; rows: OfficePayoutView[] }> {
  const fits = sql`(${state ?? null}::text is null or state = ${state ?? null}) and (${store ?? null}::text is null or store = ${store ?? null})
    and (${q?.trim() ?? null}::text is null or number = upper(${q?.trim() ?? null}))`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from vault.payouts where ${fits}`),
    db.rows<Row>(sql`
      select id, number, store, member_id, state, currency, amount_minor, destination_id, failure, requested_at, ended_at,
        coalesce(returned_to = 'payout_clearing', false) and not exists (
          select from vault.remittances r where r.payout_id = payouts.id and r.returned_at is null) as unclaimed
      from vault.payouts where ${fits} order by state in ('pending', 'paying') desc, requested_at desc, id desc
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const ids = rows.map(({ id }) => id)
  const [members, accounts, tries, waiting] = await Promise.all([
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
    nameDestinations(
      db,
      rows.map((row) => row.destination_id),
    ),
    triesOf(db, ids),
    findWaiting(db, 'payouts.give_back', ids),
  ])
  const view = (row: Row): OfficePayoutView => {
    const { id, number, store: at, state: now, currency, failure } = row
    const account = accounts.get(row.destination_id)
    const own = tries.filter((one) => one.payout_id === id)
    return {
      ...{ id, number, store: at, state: now, currency, failure, member: members.get(row.member_id) ?? '' },
      amount: moneyText(minor(row.amount_minor), currency),
      account: `${account?.provider_name ?? ''} ${account?.number ?? ''}`.trim(),
      requested_at: row.requested_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      may_decide: (now === 'pending' || now === 'paying') && own.every((one) => one.state === 'failed'),
      second_asked: waiting.has(id),
      takes_two: row.amount_minor >= secondFrom('back_from', settings, storeOf({ stores }, at), currency),
      unclaimed: row.unclaimed,
      tries: own.map(({ payout_id: _of, made_at, ...one }) => ({ ...one, made_at: made_at.toISOString() })),
    }
  }
  return { total: count?.total ?? 0, rows: rows.map(view) }
}

/** How many open withdrawals of a store were refused at each try so far. */
export async function countRefusedPayouts(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from vault.payouts p where store = ${store} and state in ('pending', 'paying')
      and exists (select from vault.payout_tries t where t.payout_id = p.id)
      and not exists (select from vault.payout_tries t where t.payout_id = p.id and t.state <> 'failed')`)
  return row?.count ?? 0
}

const triesOf = (db: Queryable, ids: string[]) =>
  db.rows<TryRow>(sql`
    select payout_id, number::int as number, state, asks, provider_reference, failure, made_at from vault.payout_tries
    where payout_id = any(${ids}::uuid[]) order by payout_id, number`)

export const numberOfPayout = async (db: Queryable, id: string): Promise<string | undefined> =>
  (await db.row<{ number: string }>(sql`select number from vault.payouts where id = ${id}`))?.number
