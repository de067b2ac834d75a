/** Prices of large trades while they are open: quotes of the vault of a kind of their own, counted for themselves (decision 0108). */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { PricePerGram } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from './holder.ts'
import { quotesOf } from './trade-quotes.ts'
import type { Side, TradeFigures } from './trade-rules.ts'

type Offered = {
  holder: Holder
  holderId: string
  side: Side
  price: PriceNow
  figures: TradeFigures
  /** Of one gram, as it is offered to this member. */
  each: PricePerGram
}

/** As `insert` of openQuotes; answers the quote's id. The member's place is held. */
export async function insertBusinessQuote(
  tx: Tx,
  karat: Bag<'vault'>,
  { holder, holderId, side, price, figures, each }: Offered,
): Promise<string> {
  const kind = `business_${side}` as const
  const { weight, amount, value, spread, rounding } = figures
  const bound = { kind, subjectId: holderId, memberId: holder.memberId }
  const quote = await quotesOf(kind).insert(tx, karat, {
    ...{ price, bound, notAfter: null },
    figures: {
      by: 'weight' as const,
      ...{ weight: weight.toString(), amount: amount.toString(), price: each.toString() },
      ...{ value: value.toString(), spread: spread.toString(), rounding: rounding.toString() },
    },
  })
  return quote.id
}

/** What the hold of a large trade's deposit is for. */
export const DEPOSIT_PURPOSE = 'business_deposit'

type Bound = { id: string; holderId: string; memberId: string; seconds: number }

/**
 * An open price that a company has agreed to goes on being open for so long, whatever is opened beside it. The place is held.
 *
 * Refuses not_found; quote_expired.
 */
export async function bindQuote(tx: Tx, { id, holderId, memberId, seconds }: Bound): Promise<void> {
  const theirs = sql`id = ${id} and holder_id = ${holderId} and member_id = ${memberId} and kind in ('business_buy', 'business_agreed')`
  const bound = await tx.run(sql`
    update vault.quotes set kind = 'business_agreed', expires_at = clock_timestamp() + make_interval(secs => ${seconds}::int)
    where ${theirs} and kind = 'business_buy' and used_at is null and expires_at > clock_timestamp()`)
  if (bound === 1) return
  throw new Refusal((await tx.row(sql`select 1 from vault.quotes where ${theirs}`)) ? 'quote_expired' : 'not_found')
}

/** It binds nobody any more. */
export const endBound = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`update vault.quotes set expires_at = now() where id = ${id} and used_at is null and expires_at > now()`)

/** Open prices of large trades in every store, as rows of store and weight: what the limit judges, the desk shows and the audit compares. */
export const openBusinessRows = sql`
  select h.store, q.weight_e4 from vault.quotes q join vault.holders h on h.id = q.holder_id
  where q.kind in ('business_buy', 'business_sell', 'business_agreed') and q.used_at is null and q.expires_at > now()`

/** Fine gold that a store is bound to by open prices of large trades. */
export async function readOpenBusiness(db: Queryable, store: string): Promise<bigint> {
  const row = await db.row<{ open: bigint }>(sql`
    select coalesce(sum(weight_e4), 0)::bigint as open from (${openBusinessRows}) as rows where store = ${store}`)
  return row?.open ?? 0n
}

/** Whether a quote is open by the database's clock, as an SQL expression. */
export const isOpenQuote = (id: Sql): Sql =>
  sql`exists (select from vault.quotes q where q.id = ${id} and q.used_at is null and q.expires_at > clock_timestamp())`

/** When each open quote of these ends, by id. */
export async function endsOfQuotes(db: Queryable, ids: string[]): Promise<Map<string, Date>> {
  const rows = await db.rows<{ id: string; until: Date }>(sql`
    select id, expires_at as until from vault.quotes
    where id = any(${ids}::uuid[]) and used_at is null and expires_at > clock_timestamp()`)
  return new Map(rows.map(({ id, until }) => [id, until]))
}

/** How trades are called on their receipts, by id. */
export async function numbersOfTrades(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from vault.trades where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
