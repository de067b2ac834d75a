/** What is owed to members beside their balances, as staff see it. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'

type Row = {
  id: string
  member: string
  store: string
  currency: Currency
  amount: bigint
  because: 'sale' | 'came_back' | 'gold_back' | 'commission' | 'refund'
  destination: string | null
  waits_for: string | null
  since: Date
}
export type Owed = Omit<Row, 'amount' | 'since' | 'destination'> & {
  account: string | null
  amount: string
  since: string
}

/** The oldest first. */
export async function listOwed(
  db: Queryable,
  { store, page, size }: { store?: string | undefined; page: number; size: number },
): Promise<{ total: number; rows: Owed[] }> {
  const waiting = sql`state = 'waiting' and (${store ?? null}::text is null or store = ${store ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from vault.payables where ${waiting}`),
    db.rows<Row>(sql`
      select id, member_id as member, store, currency, amount_minor as amount, because, destination_id as destination, waits_for, made_at as since
      from vault.payables where ${waiting} order by made_at, id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const accounts = await nameDestinations(
    db,
    rows.flatMap(({ destination }) => destination ?? []),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ amount, since, destination, ...row }) => {
      const account = destination === null ? undefined : accounts.get(destination)
      return {
        ...{ ...row, since: since.toISOString(), amount: moneyText(minor(amount), row.currency) },
        account: account ? accountName(account) : null,
      }
    }),
  }
}
