/** Figures that hold for a minute: made by the server, bound to one member and order, used once (security.md §1.7). */
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { Karat } from '../karat.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { type NotSelling, notSelling, refuseNotSelling } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { commitAgain } from './exposure/commitments.ts'

export type QuoteKind = 'cancel' | 'honour'
/** Amounts as whole minor units in text; lines where the kind has them. */
type Figures = Record<string, unknown>
export type Quote<F extends Figures> = {
  id: string
  tick_id: bigint
  ask_minor: bigint
  bid_minor: bigint
  figures: F
  /** What the countdown shows; the server holds the figures a little longer. */
  shownUntil: Date
  now: Date
}
type Row<F extends Figures> = Omit<Quote<F>, 'shownUntil'> & { expires_at: Date }
type Bound = { kind: QuoteKind; orderId: string; memberId: string }

/**
 * Keeps figures until they expire, or until `notAfter` if that is sooner. Every older quote of its kind for the order is over:
 * nobody collects several and takes the best. The order's row is held, so that of quotes asked for at once one stays open.
 * The statement finds that the store sells at `price`, or this throws as `refuseNotSelling` and leaves nothing.
 */
export async function insertQuote<F extends Figures>(
  karat: Pick<Karat, 'db' | 'now' | 'settings' | 'market'>,
  price: PriceNow,
  bound: Bound,
  figures: F,
  notAfter: Date | null,
): Promise<Quote<F>> {
  const { quoteSeconds, graceSeconds } = settings.cancel
  const { kind, orderId, memberId } = bound
  return karat.db.transaction(async (tx) => {
    const [, , row] = await Promise.all([
      tx.run(sql`select from orders.orders where id = ${orderId} for no key update`),
      kind === 'honour' ? commitAgain(tx, orderId) : undefined,
      tx.row<Row<F> & { why: NotSelling }>(sql`
        with judged as materialized (select ${notSelling(karat, price)} as why),
        over as (
          update orders.quotes set expires_at = now()
          where order_id = ${orderId} and kind = ${kind} and used_at is null and expires_at > now()),
        made as (
          insert into orders.quotes (id, kind, order_id, member_id, tick_id, ask_minor, bid_minor, figures, expires_at)
          select ${newId()}, ${kind}, ${orderId}, ${memberId}, ${price.tickId}, ${price.ask}, ${price.bid},
            ${JSON.stringify(figures)}::jsonb,
            least(now() + make_interval(secs => ${quoteSeconds + graceSeconds}::int), ${notAfter}::timestamptz)
          from judged where why is null
          returning *)
        select judged.why, made.*, now() as now from judged left join made on true`),
    ])
    refuseNotSelling(row ? row.why : 'stale')
    if (!row?.id) throw new Error('the quote was not stored')
    return shown(row)
  })
}

const shown = <F extends Figures>({ expires_at, ...row }: Row<F>): Quote<F> => ({
  ...row,
  shownUntil: new Date(expires_at.getTime() - settings.cancel.graceSeconds * 1000),
})

/**
 * Uses a quote, if it is open at this moment by the database's clock; of any number of requests at once one gets it.
 * Refuses not_found for one that is not this member's, of this order and kind; quote_expired once it is used, over or taken
 * back by a price window.
 */
export async function claimQuote<F extends Figures>(tx: Tx, id: string, bound: Bound): Promise<Quote<F>> {
  const row = await tx.row<Row<F>>(sql`
    update orders.quotes set used_at = now()
    where id = ${id} and kind = ${bound.kind} and order_id = ${bound.orderId} and member_id = ${bound.memberId}
      and used_at is null and expires_at > clock_timestamp()
      and not exists (select from orders.window_sales w where w.kind = 'quote' and w.sale_id = id) returning *, now() as now`)
  if (row) return shown(row)
  const known = await tx.row(sql`
    select 1 from orders.quotes
    where id = ${id} and kind = ${bound.kind} and order_id = ${bound.orderId} and member_id = ${bound.memberId}`)
  throw new Refusal(known ? 'quote_expired' : 'not_found')
}

/** Forgets quotes that nobody used, a day after their end, in steps that end in time however many there are. */
export const forgetQuotes = (db: Queryable, atOnce?: number): Promise<number> =>
  endOld(db, {
    from: sql`orders.quotes`,
    old: sql`used_at is null and expires_at < now() - interval '1 day'`,
    atOnce,
  })
