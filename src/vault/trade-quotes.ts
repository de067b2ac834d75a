/** Prices of trades that hold for a minute, within what the house may be bound to. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { type Minor, weight, weightText } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { limitIn } from '../pricing/price-rules.ts'
import { openQuotes, type Quote } from '../pricing/quotes.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Holder, holdPlace } from './holder.ts'
import { figuresOf, memberQuotesLimit, type Side, storeQuotesLimit } from './trade-rules.ts'

/** A `TradeFigures` and the wish behind it, as text. */
export type QuotedFigures = Record<'weight' | 'amount' | 'value' | 'spread' | 'rounding' | 'price', string> & {
  by: 'weight' | 'amount'
}

/**
 * A purchase that is paid from outside has a quote of its own: it is held longer, and pays no trade from a balance. So has a large trade,
 * and a run of a savings plan, which uses its quote in the transaction that makes it.
 */
export type QuoteKind = Side | 'buy_outside' | `business_${Side}` | 'business_agreed' | 'plan'

const quotesHeld = (shown: number) =>
  openQuotes<QuoteKind>({
    rows: sql`vault.quotes`,
    subject: sql`holder_id`,
    seconds: { shown, grace: settings.trade.graceSeconds },
    takenBack: sql`false`,
  })
const ofBalance = quotesHeld(settings.trade.quoteSeconds)
const ofOutside = quotesHeld(settings.trade.outsideSeconds)
const ofBusiness = quotesHeld(settings.business.quoteSeconds)
export function quotesOf(kind: QuoteKind) {
  if (kind === 'business_buy' || kind === 'business_sell' || kind === 'business_agreed') return ofBusiness
  return kind === 'buy_outside' ? ofOutside : ofBalance
}

/**
 * As `insert` of openQuotes: the older open quote of the member of this kind is over.
 *
 * Refuses as refuseNotSelling does; exposure_limit with whose limit it is, `member` or `shop`, when all open quotes, and purchases that wait
 * for their money, together would be for more than one of them may have.
 */
export const insertQuote = (
  karat: Bag<'vault'>,
  { holder, kind, price, figures }: { holder: Holder; kind: QuoteKind; price: PriceNow; figures: QuotedFigures },
): Promise<Quote<QuotedFigures>> =>
  karat.db.transaction(async (tx) => {
    const holderId = await holdPlace(tx, holder)
    const bound = { kind, subjectId: holderId, memberId: holder.memberId }
    const quote = await quotesOf(kind).insert(tx, karat, { price, bound, figures, notAfter: null })
    if (karat.config.EXPOSURE_LIMITS) await requireRoom(tx, holder, price)
    return quote
  })

/**
 * Open quotes of every store but those of large trades, and purchases that wait for their money, as rows of store, member and weight: what the limits judge, the desk
 * shows and the audit compares.
 */
export const openQuoteRows = sql`
  select h.store, q.member_id, q.weight_e4 from vault.quotes q join vault.holders h on h.id = q.holder_id
  where q.used_at is null and q.expires_at > now() and q.kind in ('buy', 'buy_outside', 'sell')
  union all select store, member_id, weight_e4 from vault.purchases where state = 'open' and expires_at > now()`

/** Fine gold that a store is bound to by open quotes and purchases: all of them, and those of one member. */
export async function readOpenQuotes(
  db: Queryable,
  { store, memberId }: { store: string; memberId: string | null },
): Promise<{ all: bigint; own: bigint }> {
  const row = await db.row<{ all: bigint; own: bigint }>(sql`
    select coalesce(sum(weight_e4), 0)::bigint as all,
      coalesce(sum(weight_e4) filter (where member_id = ${memberId}::uuid), 0)::bigint as own
    from (${openQuoteRows}) as open where store = ${store}`)
  return row ?? { all: 0n, own: 0n }
}

/** Judged by one transaction of a store at a time, which counts what others have committed by then. */
export async function requireRoom(tx: Tx, { memberId, store }: Holder, { state }: PriceNow): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${store}, 230))`)
  const open = await readOpenQuotes(tx, { store, memberId })
  const [own, all] = [limitIn(state, memberQuotesLimit), limitIn(state, storeQuotesLimit)]
  if (open.own > own) throw new Refusal('exposure_limit', { of: 'member', most: weightText(weight(own)) })
  if (open.all > all) throw new Refusal('exposure_limit', { of: 'shop' })
}

type AtOnce = { kind: 'plan' | 'buy'; holder: Holder; holderId: string; price: PriceNow; amount: Minor }

/** Of a run of a savings plan, or a slip of an agent, which uses it in the transaction that makes it. */
export function quoteAtOnce(
  tx: Tx,
  karat: Pick<Bag<'vault'>, 'now' | 'settings' | 'market'>,
  { kind, holder, holderId, price, amount }: AtOnce,
): Promise<Quote<QuotedFigures>> {
  const { weight: grams, value, spread, rounding } = figuresOf('buy', { by: 'amount', amount }, price)
  const figures = {
    by: 'amount' as const,
    ...{ weight: grams.toString(), amount: amount.toString(), price: price.ask.toString() },
    ...{ value: value.toString(), spread: spread.toString(), rounding: rounding.toString() },
  }
  const bound = { kind, subjectId: holderId, memberId: holder.memberId }
  return quotesOf(kind).insert(tx, karat, { price, bound, figures, notAfter: null })
}

/** As `claim` of openQuotes. */
export const claimQuote = (
  tx: Tx,
  { id, kind, holderId, memberId }: { id: string; kind: QuoteKind; holderId: string; memberId: string },
): Promise<Quote<QuotedFigures>> => quotesOf(kind).claim(tx, id, { kind, subjectId: holderId, memberId })

export const forgetQuotes = (db: Queryable, atOnce?: number): Promise<number> => ofBalance.forget(db, atOnce)
