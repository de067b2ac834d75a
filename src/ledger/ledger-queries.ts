/** What accounts hold. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import type { Account, AccountKind, Asset } from './ledger-rules.ts'

/** What a floored account holds now, in the asset's smallest unit; zero for an account that was never used. */
export async function balanceOf(db: Queryable, { owner, kind, asset }: Account): Promise<bigint> {
  const row = await db.row<{ balance: bigint | null }>(sql`
    select coalesce((select balance from ledger.balances where account_id = a.id),
      (select sum(balance)::bigint from ledger.parts where account_id = a.id)) as balance
    from ledger.accounts a
    where a.owner = ${owner} and a.kind = ${kind} and a.asset = ${asset}`)
  return row?.balance ?? 0n
}

/** What a member has with a store: money in minor units, gold in units of 0.0001 g; zero where they never had any. */
export async function balancesOfMember(
  db: Queryable,
  { store, id, currency }: { store: string; id: string; currency: Currency },
): Promise<{ cash: bigint; gold: bigint; goldHeld: bigint }> {
  const [member, money, metal] = [sql`${id}::text`, sql`${currency}`, sql`'XAU'`]
  const row = await db.row<{ cash: bigint; gold: bigint; goldHeld: bigint }>(sql`
    select ${balanceIn(member, store, 'cash', money)} as cash, ${balanceIn(member, store, 'gold', metal)} as gold,
      ${balanceIn(member, store, 'gold_held', metal)} as "goldHeld"`)
  return row ?? { cash: 0n, gold: 0n, goldHeld: 0n }
}

/** What a member's account holds, as an SQL expression. */
export const balanceIn = (memberId: Sql, store: string, kind: AccountKind, asset: Sql): Sql => sql`
  coalesce((select b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.owner = 'member:' || ${store} || ':' || ${memberId} and a.kind = ${kind} and a.asset = ${asset}), 0)`

/**
 * What all members have with a store of one money, held amounts included, as an SQL expression. Reads a row for each of them: an index finds
 * those.
 */
export const cashOfMembers = (store: string, asset: Asset): Sql => sql`
  (select coalesce(sum(b.balance), 0)::bigint from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.store = ${store} and a.asset = ${asset} and a.kind in ('cash', 'cash_held'))`

/** Members who have cash with one of these stores, so many at most. Reads a row for each who ever had any: an index finds those. */
export const listHoldersOfCash = (db: Queryable, stores: readonly string[], most: number): Promise<HolderOfCash[]> =>
  db.rows<HolderOfCash>(sql`
    select a.member_id as "memberId", a.store, a.asset as currency from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.store = any(${stores}) and a.kind = 'cash' and b.balance > 0 limit ${most}::int`)
type HolderOfCash = { memberId: string; store: string; currency: Currency }

/** The grams of all members of a store, held ones and pending rewards included, as an SQL expression. Reads a row for each of them. */
export const gramsOfMembers = (store: string): Sql => sql`
  (select coalesce(sum(b.balance), 0)::bigint from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.store = ${store} and a.kind in ('gold', 'gold_held', 'reward_pending'))`

/** The grams of each member of a store, held ones and pending rewards included. Reads a row for each of them. */
export const listGramsByMember = (db: Queryable, store: string): Promise<{ memberId: string; units: bigint }[]> =>
  db.rows(sql`
    select a.member_id as "memberId", sum(b.balance)::bigint as units from ledger.accounts a
    join ledger.balances b on b.account_id = a.id where a.store = ${store} and a.kind in ('gold', 'gold_held', 'reward_pending') group by a.member_id`)

/**
 * A member's grams with a store, held ones and pending rewards included, after the transfers that published heads have, and when those were published; undefined
 * where no such heads are. Reads all entries of the member's gold.
 */
export const gramsAtHeads = (
  db: Queryable,
  { store, id }: { store: string; id: string },
  digest: string,
): Promise<{ units: bigint; publishedAt: Date } | undefined> =>
  db.row(sql`
    select published.published_at as "publishedAt", (
      select coalesce(sum(e.amount), 0)::bigint from ledger.accounts a join ledger.entries e on e.account_id = a.id
      join ledger.transfers t on t.id = e.transfer_id
      join jsonb_to_recordset(published.heads) as head(shard smallint, seq bigint) on head.shard = t.shard and t.seq <= head.seq
      where a.owner = ${`member:${store}:${id}`} and a.kind in ('gold', 'gold_held', 'reward_pending') and a.asset = 'XAU') as units
    from ledger.published_heads published where published.digest = ${digest} order by published.published_at desc limit 1`)

/** The grams of an account of the house with a floor, as an SQL expression. */
export const gramsInParts = (store: string, kind: AccountKind): Sql => sql`
  (select coalesce(sum(p.balance), 0)::bigint from ledger.accounts a join ledger.parts p on p.account_id = a.id
    where a.owner = ${`house:${store}`} and a.kind = ${kind} and a.asset = 'XAU')`

type AccountSum = { store: string; kind: AccountKind; asset: Asset; sum: bigint; entries: bigint }

/** The sum of the entries of every account of a store's house, or of a member with every store. Reads all of them: for reports, not for doors. */
export async function listAccountSums(
  db: Queryable,
  whose: { house: string } | { memberId: string },
): Promise<AccountSum[]> {
  const own = 'house' in whose ? sql`a.owner = ${`house:${whose.house}`}` : sql`a.member_id = ${whose.memberId}`
  const rows = await db.rows<Omit<AccountSum, 'sum'> & { sum: string }>(sql`
    select a.store, a.kind, a.asset, coalesce(sum(e.amount), 0)::text as sum, count(e.amount) as entries
    from ledger.accounts a left join ledger.entries e on e.account_id = a.id
    where ${own} group by a.id order by a.store, a.kind, a.asset`)
  return rows.map((row) => ({ ...row, sum: BigInt(row.sum) }))
}

/** The sum of the entries of one account, floored or not. */
export async function sumOf(db: Queryable, { owner, kind, asset }: Account): Promise<bigint> {
  const row = await db.row<{ sum: string }>(sql`
    select coalesce(sum(e.amount), 0)::text as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner = ${owner} and a.kind = ${kind} and a.asset = ${asset}`)
  return BigInt(row?.sum ?? '0')
}
