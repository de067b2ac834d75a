/** Money that waits to be paid at the house's own bank, as staff see it. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { RemittancesInput, WaitingView } from './remittance-contract.ts'
import type { WaitingKind } from './remittance-rules.ts'

type Row = {
  id: string
  kind: WaitingKind
  number: string
  member: string
  store: string
  currency: Currency
  amount: bigint
  since: Date
  destination: string | null
  authority: string | null
  paid: boolean
}
type Paid = {
  id: string
  of: string
  number: string
  paid_to: string
  reference: string
  made_at: Date
  made_by: string
  returned_at: Date | null
  returned_by: string | null
}
type WaitingMoney = Omit<WaitingView, 'member_id'>

const due = sql`
  select due.*, exists (select from vault.remittances r
    where coalesce(r.payout_id, r.legal_transfer_id) = due.id and r.returned_at is null) as paid
  from (
    select id, 'payout' as kind, number, member_id as member, store, currency, amount_minor as amount, ended_at as since,
      destination_id as destination, null as authority
    from vault.payouts where returned_to = 'payout_clearing'
    union all
    select id, 'court_order', number, member_id, store, asset, amount, made_at, null, authority
    from vault.legal_transfers where recipient_id is null) as due`

/** How much of it waits in a store. */
export async function countWaitingMoney(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from (${due}) as due where store = ${store} and not paid`)
  return row?.count ?? 0
}

/** What waits first, the oldest first; then what was paid, the newest first. */
export async function listWaitingMoney(
  db: Queryable,
  { state, store, page, size }: RemittancesInput,
): Promise<{ total: number; rows: WaitingMoney[] }> {
  const fits = sql`(${store ?? null}::text is null or store = ${store ?? null})
    and (${state ?? null}::text is null or paid = (${state ?? null} = 'paid'))`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from (${due}) as due where ${fits}`),
    db.rows<Row>(sql`
      select * from (${due}) as due where ${fits}
      order by paid, case when paid then since end desc, since, id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const ids = rows.map(({ id }) => id)
  const [accounts, asked, remittances] = await Promise.all([
    nameDestinations(
      db,
      rows.flatMap(({ destination }) => destination ?? []),
    ),
    findWaiting(db, 'payouts.remit', ids),
    remittancesOf(db, ids),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ destination, paid, amount, since, ...row }) => {
      const account = destination === null ? undefined : accounts.get(destination)
      return {
        ...{ ...row, amount: moneyText(minor(amount), row.currency), since: since.toISOString() },
        ...{ state: paid ? ('paid' as const) : ('waiting' as const), second_asked: asked.has(row.id) },
        came_from: account ? accountName(account) : null,
        remittances: remittances.get(row.id) ?? [],
      }
    }),
  }
}

/** The newest first, by what they are for. */
async function remittancesOf(db: Queryable, ids: string[]): Promise<Map<string, WaitingMoney['remittances']>> {
  const rows = await db.rows<Paid>(sql`
    select id, coalesce(payout_id, legal_transfer_id) as of, number, paid_to, reference, made_at, made_by, returned_at, returned_by
    from vault.remittances where coalesce(payout_id, legal_transfer_id) = any(${ids}::uuid[]) order by made_at desc, id desc`)
  const peopleOf = (actor: string | null) => (actor ?? '').split('+').flatMap((one) => one.replace('staff:', '') || [])
  const names = await namesOfStaff(
    db,
    rows.flatMap((row) => [...peopleOf(row.made_by), ...peopleOf(row.returned_by)]),
  )
  const named = (actor: string | null) => peopleOf(actor).map((id) => names.get(id) ?? '')
  const found = new Map<string, WaitingMoney['remittances']>()
  for (const { of, made_at, made_by, returned_at, returned_by, ...row } of rows)
    found.set(of, [
      ...(found.get(of) ?? []),
      {
        ...{ ...row, made_at: made_at.toISOString(), made_by: named(made_by) },
        ...{ returned_at: returned_at?.toISOString() ?? null, returned_by: named(returned_by) },
      },
    ])
  return found
}
