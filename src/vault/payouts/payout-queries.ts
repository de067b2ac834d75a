/** What a member may withdraw, and what became of what they did. */
import { type Queryable, sql } from '../../db/database.ts'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Store } from '../../stores/stores.ts'
import { storeOf } from '../../stores/stores.ts'
import { balancesOf, type Holder } from '../holder.ts'
import type { WithdrawalsView, WithdrawalView } from './payout-contract.ts'
import { type PayoutState, reasonOf } from './payout-rules.ts'

type Row = {
  id: string
  number: string
  state: PayoutState
  currency: Currency
  amount_minor: bigint
  destination_id: string
  tries: number
  next_try_at: Date | null
  failure: string | null
  requested_at: Date
  paid_at: Date | null
  ended_at: Date | null
}
const SHOWN = 50
const columns = sql`id, number, state, currency, amount_minor, destination_id, tries, next_try_at, failure, requested_at, paid_at, ended_at`

/** The newest withdrawals of a member with a store, and what they may withdraw. */
export async function listWithdrawals(karat: Bag<'vault'>, holder: Holder): Promise<WithdrawalsView> {
  const { memberId, store, currency } = holder
  const [rows, terms, waiting] = await Promise.all([
    karat.db.rows<Row>(sql`
      select ${columns} from vault.payouts where member_id = ${memberId} and store = ${store} order by requested_at desc, id desc limit ${SHOWN}`),
    termsOf(karat, holder),
    listWaiting(karat.db, holder),
  ])
  return {
    ...{ currency, terms, waiting, withdrawals: await viewAll(karat.db, rows) },
    server_time: new Date(karat.now()).toISOString(),
  }
}

type Owed = {
  amount: bigint
  because: 'sale' | 'came_back' | 'gold_back' | 'commission' | 'refund'
  destination_id: string | null
  waits_for: string | null
  made_at: Date
}

async function listWaiting(db: Queryable, { memberId, store, currency }: Holder): Promise<WithdrawalsView['waiting']> {
  const rows = await db.rows<Owed>(sql`
    select amount_minor as amount, because, destination_id, waits_for, made_at from vault.payables
    where member_id = ${memberId} and store = ${store} and state = 'waiting' order by made_at, id limit ${SHOWN}`)
  const accounts = await nameDestinations(
    db,
    rows.flatMap((row) => row.destination_id ?? []),
  )
  return rows.map(({ amount, because, destination_id, waits_for, made_at }) => ({
    ...{ amount: moneyText(minor(amount), currency), because, waits_for, made_at: made_at.toISOString() },
    account: (destination_id && accounts.get(destination_id)) || null,
  }))
}

async function termsOf(karat: Bag<'vault'>, holder: Holder): Promise<WithdrawalsView['terms']> {
  const { memberId, store, currency } = holder
  const cash = settings.cash.stores[store]
  if (!cash) return null
  const text = (units: bigint) => moneyText(minor(units), currency)
  const [held, today, member] = await Promise.all([
    balancesOf(karat.db, holder),
    withdrawnToday(karat.db, holder, storeOf(karat, store)),
    getUserInfo(karat.db, memberId),
  ])
  const left = cash.payout.perDay - today
  return {
    ...{ cash: text(held.cash), least: text(cash.payout.least), left_today: text(left > 0n ? left : 0n) },
    paused_until: member.outgoing_paused_until,
  }
}

/** What of this day of the store is withdrawn, or on its way: what came to nothing does not count. */
export async function withdrawnToday(
  db: Queryable,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
  { timeZone }: Pick<Store, 'timeZone'>,
): Promise<bigint> {
  const row = await db.row<{ sum: bigint }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as sum from vault.payouts
    where member_id = ${memberId} and store = ${store} and state in ('pending', 'paying', 'paid')
      and requested_at >= date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone}`)
  return row?.sum ?? 0n
}

/** One of the member's. Refuses not_found. */
export async function getWithdrawal(
  db: Queryable,
  { memberId, store }: Pick<Holder, 'memberId' | 'store'>,
  id: string,
): Promise<WithdrawalView> {
  const row = await db.row<Row>(sql`
    select ${columns} from vault.payouts where id = ${id} and member_id = ${memberId} and store = ${store}`)
  const [view] = row ? await viewAll(db, [row]) : []
  if (!view) throw new Refusal('not_found')
  return view
}

async function viewAll(db: Queryable, rows: Row[]): Promise<WithdrawalView[]> {
  const accounts = await nameDestinations(
    db,
    rows.map((row) => row.destination_id),
  )
  return rows.map((row) => ({
    ...{ payout_id: row.id, number: row.number, state: row.state, currency: row.currency },
    amount: moneyText(minor(row.amount_minor), row.currency),
    account: accounts.get(row.destination_id) ?? null,
    requested_at: row.requested_at.toISOString(),
    undo_until: row.state === 'pending' ? (row.next_try_at?.toISOString() ?? null) : null,
    ...{ paid_at: row.paid_at?.toISOString() ?? null, ended_at: row.ended_at?.toISOString() ?? null },
    failure: row.failure === null ? null : reasonOf(row.failure),
    trying_again: row.state === 'paying' && (row.tries > 1 || row.next_try_at !== null),
  }))
}
