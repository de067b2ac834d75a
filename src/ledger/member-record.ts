/**
 * What moved a member's gold and money with a store. Of each of their accounts a number says how far one has come: entries are numbered
 * without a gap in the order in which they were committed, so a page that begins at a number never loses or doubles one, whoever posts
 * meanwhile.
 */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import {
  type Cut,
  type Merged,
  mergeNewest,
  nothingOf,
  type OwnEntry,
  type OwnKind,
  ownKinds,
} from './member-record-rules.ts'
import type { TransferKind } from './transfer-kind-rules.ts'

type RecordOwner = { store: string; memberId: string; currency: Currency }

const ownerOf = ({ store, memberId }: RecordOwner) => `member:${store}:${memberId}`
const theirs = (owner: RecordOwner): Sql =>
  sql`a.owner = ${ownerOf(owner)} and a.kind = any(${[...ownKinds]}::text[]) and a.asset in (${owner.currency}, 'XAU')`
const cutOf = (rows: { own: OwnKind; value: bigint }[]): Cut => {
  const cut = { ...nothingOf }
  for (const { own, value } of rows) cut[own] = value
  return cut
}

/**
 * How many entries of each account lie before a moment; null: all of them. An entry of the demonstration's past lies where it is told to
 * have happened, unless something was posted before it that lies later (decision 0076). Reads an entry or two of each account, and in a
 * demonstration the past that is told.
 */
export async function cutBefore(db: Queryable, owner: RecordOwner, moment: Sql | null): Promise<Cut> {
  if (moment === null)
    return cutOf(
      await db.rows(sql`
        select a.kind as own, b.last_number as value from ledger.accounts a join ledger.balances b on b.account_id = a.id
        where ${theirs(owner)}`),
    )
  return cutOf(
    await db.rows(sql`
      select a.kind as own, coalesce(later.number - 1, b.last_number) as value
      from ledger.accounts a join ledger.balances b on b.account_id = a.id
      left join lateral (
        select e.number from ledger.entries e where e.account_id = a.id and e.at < ${moment} order by e.at desc, e.number desc limit 1
      ) as before on true
      left join lateral (
        select e.number from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
        where e.account_id = a.id and e.number > coalesce(before.number, 0) and coalesce(t.happened_at, e.at) >= ${moment}
        order by e.number limit 1
      ) as later on true
      where ${theirs(owner)}`),
  )
}

/** What each account held after so many of its entries. */
export async function balancesAt(db: Queryable, owner: RecordOwner, cut: Cut): Promise<Cut> {
  return cutOf(
    await db.rows(sql`
      select a.kind as own, e.balance_after as value
      from unnest(${[...ownKinds]}::text[], ${ownKinds.map((own) => cut[own])}::bigint[]) as at(kind, number)
      join ledger.accounts a on a.kind = at.kind join ledger.entries e on e.account_id = a.id and e.number = at.number
      where ${theirs(owner)}`),
  )
}

/** The member with an account at the store whose id follows another's; undefined behind the last. */
export const memberAfter = async (db: Queryable, store: string, id: string | null): Promise<string | undefined> =>
  (
    await db.row<{ id: string }>(sql`
      select member_id as id from ledger.accounts
      where member_id > coalesce(${id}::uuid, '00000000-0000-0000-0000-000000000000') and store = ${store} order by member_id limit 1`)
  )?.id

/** When the first entry of a member is told to have happened; null without one. */
export async function firstMoment(db: Queryable, owner: RecordOwner): Promise<Date | null> {
  const row = await db.row<{ at: Date | null }>(sql`
    select min(coalesce(t.happened_at, e.at)) as at from ledger.accounts a
    join ledger.entries e on e.account_id = a.id and e.number = 1 join ledger.transfers t on t.id = e.transfer_id
    where ${theirs(owner)}`)
  return row?.at ?? null
}

/** Of the kinds of transfers those that are shown; `past` chooses among what the demonstration tells of: purchases add grams, sales take them. */
export type Shown = { kinds: readonly (TransferKind | 'reversal')[]; past: 'bought' | 'sold' | 'none' } | null

function showing(shown: Shown): Sql {
  if (shown === null) return sql`true`
  const past = shown.past === 'none' ? sql`false` : shown.past === 'bought' ? sql`e.amount > 0` : sql`e.amount < 0`
  return sql`(t.kind = any(${[...shown.kinds]}::text[]) or t.kind = 'demo_history' and ${past})`
}

export type Between = { after: Cut; upTo: Cut }
const ranges = (own: readonly OwnKind[], { after, upTo }: Between): Sql =>
  sql`unnest(${[...own]}::text[], ${own.map((one) => after[one])}::bigint[], ${own.map((one) => upTo[one])}::bigint[]) as r(kind, after, up_to)`

type Page = Between & { own: readonly OwnKind[]; shown: Shown; limit: number }

/** The newest `limit` movements between, and how far each account was read for them. */
export async function newestMovements(db: Queryable, owner: RecordOwner, page: Page): Promise<Merged> {
  const read = page.limit + 1
  let found: Merged = { movements: [], reached: page.upTo, more: true }
  while (found.more && found.movements.length < page.limit) {
    const entries = await db.rows<OwnEntry>(newestRows(owner, { ...page, upTo: found.reached, limit: read }))
    const limit = page.limit - found.movements.length
    const { movements, ...next } = mergeNewest(entries, {
      own: page.own,
      after: page.after,
      from: found.reached,
      limit,
      read,
    })
    if (next.more && ownKinds.every((own) => next.reached[own] === found.reached[own]))
      throw new Error('the entries of a member have no order')
    found = { ...next, movements: [...found.movements, ...movements] }
  }
  return found
}

const newestRows = (owner: RecordOwner, { own, shown, limit, ...between }: Page): Sql => sql`
  select a.kind as own, e.number, e.at as posted_at, coalesce(e.happened_at, e.at) as at, e.amount, e.transfer_id, e.kind, e.reference,
    array(select o.kind || ':' || x.number from ledger.entries x join ledger.accounts o on o.id = x.account_id
      where x.transfer_id = e.transfer_id and o.owner = ${ownerOf(owner)} and x.number is not null) as legs
  from ${ranges(own, between)} join ledger.accounts a on a.kind = r.kind
  cross join lateral (
    select e.number, e.at, e.amount, e.transfer_id, t.kind, t.reference, t.happened_at
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account_id = a.id and e.number > r.after and e.number <= r.up_to and ${showing(shown)}
    order by e.number desc limit ${limit}) as e
  where ${theirs(owner)} order by a.kind, e.number desc`

/** What each account held when each of these transfers had been posted: for rows between which others are left out. */
export async function balancesAfter(
  db: Queryable,
  owner: RecordOwner,
  transferIds: string[],
): Promise<Map<string, Cut>> {
  const rows = await db.rows<{ id: string; own: OwnKind; value: bigint }>(sql`
    select t.id, a.kind as own, e.balance_after as value
    from (select e.transfer_id as id, max(e.at) as at from ledger.entries e where e.transfer_id = any(${transferIds}::uuid[]) group by 1) as t
    cross join ledger.accounts a
    cross join lateral (
      select e.balance_after from ledger.entries e where e.account_id = a.id and e.at <= t.at
      order by e.at desc, e.number desc limit 1) as e
    where ${theirs(owner)}`)
  return new Map(transferIds.map((id) => [id, cutOf(rows.filter((row) => row.id === id))]))
}

/** What came in and went out between, of the kinds that are shown, without what was only set aside. Reads every entry between. */
export async function sumsBetween(
  db: Queryable,
  owner: RecordOwner,
  { own, shown, ...between }: Omit<Page, 'limit'>,
): Promise<Record<'cash' | 'gold', { in: bigint; out: bigint }>> {
  const rows = await db.rows<{ whole: 'cash' | 'gold'; in: bigint; out: bigint }>(sql`
    select case when a.gold then 'gold' else 'cash' end as whole,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as in, coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as out
    from ${ranges(own, between)} join ledger.accounts a on a.kind = r.kind
    join ledger.entries e on e.account_id = a.id and e.number > r.after and e.number <= r.up_to
    join ledger.transfers t on t.id = e.transfer_id
    where ${theirs(owner)} and ${showing(shown)} and t.kind not in ('hold_placed', 'hold_released') group by 1`)
  const of = (asset: 'cash' | 'gold') => rows.find(({ whole }) => whole === asset) ?? { in: 0n, out: 0n }
  return { cash: { in: of('cash').in, out: of('cash').out }, gold: { in: of('gold').in, out: of('gold').out } }
}
