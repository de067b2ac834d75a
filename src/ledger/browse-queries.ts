/** The ledger as whoever keeps the books looks through it: kinds of accounts, accounts, entries, one transfer. Nothing is written. */
import { type Queryable, raw, type Sql, sql } from '../db/database.ts'
import type { AccountKind, Asset } from './ledger-rules.ts'

/**
 * `sum` is of the entries, in the asset's smallest unit; `kept` what the balances of accounts with a floor say, null for a kind without
 * one. The two are the same, or the books are broken.
 */
type KindSum = {
  kind: AccountKind
  asset: Asset
  accounts: number
  entries: bigint
  sum: bigint
  kept: bigint | null
  /** Of the house, which has one account of a kind and an asset. */
  houseAccount: bigint | null
}

/** Every kind of account that a store has, by asset, in one moment. Reads the entries of the store of an index: for a page that one person asks for. */
export async function listKindSums(db: Queryable, store: string): Promise<KindSum[]> {
  const rows = await db.rows<Omit<KindSum, 'sum' | 'kept'> & { sum: string; kept: string | null }>(sql`
    select a.kind, a.asset, count(*)::int as accounts, coalesce(sum(own.entries), 0)::bigint as entries, coalesce(sum(own.sum), 0)::text as sum,
      case when bool_or(a.floored) then coalesce(sum(coalesce(b.balance, p.balance)), 0)::text end as kept,
      min(a.id) filter (where a.holder = 'house') as "houseAccount"
    from ledger.accounts a
    left join lateral (select count(*) as entries, sum(amount) as sum from ledger.entries where account_id = a.id) as own on true
    left join ledger.balances b on b.account_id = a.id
    left join lateral (select sum(balance) as balance from ledger.parts where account_id = a.id) as p on true
    where a.store = ${store} group by a.kind, a.asset`)
  return rows.map(({ sum, kept, ...row }) => ({ ...row, sum: BigInt(sum), kept: kept === null ? null : BigInt(kept) }))
}

/** `memberId` null: the house's own. */
export type LedgerAccount = {
  id: bigint
  store: string
  kind: AccountKind
  asset: Asset
  memberId: string | null
  floored: boolean
  openedAt: Date
}
const accountColumns: Sql = sql`a.id, a.store, a.kind, a.asset, a.member_id as "memberId", a.floored, a.created_at as "openedAt"`

export const findAccount = (db: Queryable, id: bigint): Promise<LedgerAccount | undefined> =>
  db.row<LedgerAccount>(sql`select ${accountColumns} from ledger.accounts a where a.id = ${id}`)

/** Accounts of a kind in the order in which they were opened, those that follow `after`. */
export const listAccounts = (
  db: Queryable,
  { store, kind, after, limit }: { store: string; kind: AccountKind; after: bigint; limit: number },
): Promise<LedgerAccount[]> =>
  db.rows<LedgerAccount>(sql`
    select ${accountColumns} from ledger.accounts a where a.store = ${store} and a.kind = ${kind} and a.id > ${after} order by a.id limit ${limit}`)

/** The place of an entry: entries of a page are older than the last one of the page before. */
export type EntryPlace = { transferId: string; position: number }
type LedgerEntry = EntryPlace & { at: Date; kind: string; amount: bigint }
/** Moments from the first on and before the second; no bound where one is undefined. */
type Span = { from?: Sql | undefined; to?: Sql | undefined }
type EntriesWish = Span & { account: bigint; before?: EntryPlace | undefined; limit: number }

const within = ({ from, to }: Span): Sql => sql`
  e.at >= coalesce(${from ?? sql`null::timestamptz`}, '-infinity') and e.at < coalesce(${to ?? sql`null::timestamptz`}, 'infinity')`

/** Entries of an account, the newest first. */
export const listEntries = (db: Queryable, { account, before, limit, ...span }: EntriesWish): Promise<LedgerEntry[]> =>
  db.rows<LedgerEntry>(sql`
    select e.transfer_id as "transferId", e.position, e.at, e.amount, t.kind
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account_id = ${account} and ${within(span)} and ${olderThan(before)} order by ${placed} limit ${limit}`)

/**
 * What an account holds with this entry and all before it, summed from its entries, of accounts with a running balance as well: those
 * before its moment of an index, those of the moment itself by their rows.
 */
export async function heldWith(db: Queryable, account: bigint, { transferId, position }: EntryPlace): Promise<bigint> {
  const row = await db.row<{ held: string }>(sql`
    with this as (select * from ledger.entries where transfer_id = ${transferId} and position = ${position})
    select (coalesce((select sum(e.amount) from ledger.entries e, this where e.account_id = ${account} and e.at < this.at), 0)
      + coalesce((select sum(e.amount) from ledger.entries e, this
          where e.account_id = ${account} and e.at = this.at and (${place}) <= (${placeOf('this')})), 0))::text as held`)
  return BigInt(row?.held ?? 0)
}

/** The order of an account's entries: by moment, and those of one moment by their number, or by their transfer where they have none. */
const placeOf = (entry: string): Sql =>
  raw(`${entry}.at, coalesce(${entry}.number, 0), ${entry}.transfer_id, ${entry}.position`)
const place = placeOf('e')
const placed = raw('e.at desc, coalesce(e.number, 0) desc, e.transfer_id desc, e.position desc')

const olderThan = (before: EntryPlace | undefined): Sql =>
  before
    ? sql`(${place}) < (select ${placeOf('last')} from ledger.entries last
        where last.transfer_id = ${before.transferId} and last.position = ${before.position})`
    : sql`true`

/** What an account was given and had taken in a span, and how often. */
export async function sumsOfAccount(
  db: Queryable,
  account: bigint,
  span: Span,
): Promise<{ entries: bigint; added: bigint; taken: bigint; opening: bigint }> {
  const row = await db.row<{ entries: bigint; added: string; taken: string; opening: string }>(sql`
    select count(*) filter (where inside) as entries, coalesce(sum(amount) filter (where inside and amount > 0), 0)::text as added,
      coalesce(-sum(amount) filter (where inside and amount < 0), 0)::text as taken, coalesce(sum(amount) filter (where not inside), 0)::text as opening
    from (select e.amount, ${within(span)} as inside from ledger.entries e
      where e.account_id = ${account} and e.at < coalesce(${span.to ?? sql`null::timestamptz`}, 'infinity')) as e`)
  const { entries = 0n, added = '0', taken = '0', opening = '0' } = row ?? {}
  return { entries, added: BigInt(added), taken: BigInt(taken), opening: BigInt(opening) }
}

export type FoundTransfer = {
  id: string
  kind: string
  reference: string
  actor: string
  reason: string | null
  at: Date
  happenedAt: Date | null
  reverses: { id: string; kind: string; reference: string } | null
  reversedBy: string | null
  shard: number
  seq: bigint
  hash: string
  legs: (Pick<LedgerAccount, 'kind' | 'asset' | 'memberId' | 'store'> & { account: bigint; amount: bigint })[]
}

/** One transfer whole, its legs in their order. */
export async function findTransfer(db: Queryable, id: string): Promise<FoundTransfer | undefined> {
  const [row, legs] = await Promise.all([
    db.row<Omit<FoundTransfer, 'legs'>>(sql`
      select t.id, t.kind, t.reference, t.actor, t.reason, t.created_at as at, t.happened_at as "happenedAt", t.shard, t.seq,
        encode(t.hash, 'hex') as hash, (select r.id from ledger.transfers r where r.reverses = t.id) as "reversedBy",
        (select json_build_object('id', o.id, 'kind', o.kind, 'reference', o.reference) from ledger.transfers o where o.id = t.reverses) as reverses
      from ledger.transfers t where t.id = ${id}`),
    db.rows<FoundTransfer['legs'][number]>(sql`
      select a.id as account, a.kind, a.asset, a.member_id as "memberId", a.store, e.amount
      from ledger.entries e join ledger.accounts a on a.id = e.account_id where e.transfer_id = ${id} order by e.position`),
  ])
  return row && { ...row, legs }
}

/** What the house's accounts of these kinds hold: the balance of one with a floor, which is the sum of its entries or the books are broken. */
export async function listHouseAccounts(
  db: Queryable,
  store: string,
  kinds: readonly AccountKind[],
): Promise<{ kind: AccountKind; asset: Asset; account: bigint; sum: bigint }[]> {
  const rows = await db.rows<{ kind: AccountKind; asset: Asset; account: bigint; sum: string }>(sql`
    select a.kind, a.asset, a.id as account, coalesce(case when a.floored
        then coalesce((select balance from ledger.balances where account_id = a.id), (select sum(balance) from ledger.parts where account_id = a.id))
        else (select sum(amount) from ledger.entries where account_id = a.id) end, 0)::text as sum
    from ledger.accounts a where a.owner = ${`house:${store}`} and a.kind = any(${[...kinds]}::text[])`)
  return rows.map((row) => ({ ...row, sum: BigInt(row.sum) }))
}
