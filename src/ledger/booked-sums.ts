/** What the house booked in a range of days, by two ways that do not read the same table: what its accounts were given, and the transfers. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { AccountKind } from './ledger-rules.ts'
import type { TransferKind } from './transfer-kind-rules.ts'

export type Days = { store: string; timeZone: string; from: string; to: string }
const start = (day: Sql, timeZone: string): Sql => sql`((${day})::timestamp at time zone ${timeZone})`
const within = (moment: Sql, { timeZone, from, to }: Days): Sql => sql`
  ${moment} >= ${start(sql`${from}::date`, timeZone)} and ${moment} < ${start(sql`${to}::date + 1`, timeZone)}`
const dayOf = (moment: Sql, timeZone: string): Sql => sql`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM-DD')`

type BookedSum = { day: string; kind: AccountKind; account: bigint; sum: bigint }

/** Of accounts of the house in one asset, by day, in its smallest unit: a range of the index of each account. */
export async function listBookedSums(
  db: Queryable,
  days: Days,
  { kinds, asset }: { kinds: readonly AccountKind[]; asset: string },
): Promise<BookedSum[]> {
  const rows = await db.rows<Omit<BookedSum, 'sum'> & { sum: string }>(sql`
    select ${dayOf(sql`e.at`, days.timeZone)} as day, a.kind, a.id as account, sum(e.amount)::text as sum
    from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner = ${`house:${days.store}`} and a.asset = ${asset} and a.kind = any(${[...kinds]}::text[]) and ${within(sql`e.at`, days)}
    group by 1, 2, 3 order by 1, 2`)
  return rows.map((row) => ({ ...row, sum: BigInt(row.sum) }))
}

/** `way`: -1 for a reversal, which takes back what its transfer's record says. */
export type BookedTransfer = { day: string; kind: TransferKind; reference: string; way: 1 | -1 }

/** Transfers of these kinds of a store. */
export const listBooked = (db: Queryable, days: Days, kinds: readonly TransferKind[]): Promise<BookedTransfer[]> =>
  db.rows<BookedTransfer>(sql`
    select ${dayOf(sql`t.created_at`, days.timeZone)} as day, coalesce(o.kind, t.kind) as kind, coalesce(o.reference, t.reference) as reference,
      case when o.id is null then 1 else -1 end as way
    from ledger.transfers t left join ledger.transfers o on o.id = t.reverses
    where ${within(sql`t.created_at`, days)} and coalesce(o.kind, t.kind) = any(${[...kinds]}::text[])
      and exists (select from ledger.accounts a where a.id = t.accounts[1] and a.store = ${days.store})
    order by t.created_at, t.id`)
