/** Whether a price may be sold at, judged by the database in the transaction that sells; memory only proposes the price. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { PriceNow } from './current-prices.ts'

type Seller = Pick<Karat, 'now' | 'settings' | 'market'>
/** What a price was made of: `PriceNow` has it all. */
type Priced = Pick<PriceNow, 'store' | 'state' | 'tickId' | 'spreadId'>
/** Why nothing is sold at a price; null: it is sold at. `moved`: a newer tick or spread is in force, or the market
 * has opened or closed. */
export type NotSelling = 'halted' | 'quarantined' | 'stale' | 'moved' | null

/** The price that a sale was made with is not in force any more; `sellAtPrice` asks for the sale anew. */
class PriceMoved extends Error {
  override name = 'PriceMoved'
}

/**
 * Sells at the store's price of this moment: calls `sell` with it, and once more with the newer one if the database says
 * inside (`refuseNotSelling`) that another is in force. **Everything that sells goes through here**: a guarantee, a quote
 * to cancel or to carry out an order at the price now. Submitting or paying what was guaranteed is no sale in this sense.
 *
 * Inside `sell` the price is judged by one of these, in the transaction that writes:
 * - `requireSelling(tx, karat, price)`, a statement of its own that may travel with the writing ones (`Promise.all`);
 * - `notSelling(karat, price)`, an SQL expression for the writing statement itself, with `refuseNotSelling` after it.
 *
 * Refuses price_unavailable with the state: at once when memory says that the store does not sell, or when the database
 * says so, in which case memory is read anew.
 */
export async function sellAtPrice<T>(
  { prices }: Pick<Karat, 'prices'>,
  { store, currency }: { store: string; currency: Currency },
  sell: (price: PriceNow) => Promise<T>,
): Promise<T> {
  for (let more = MOST_TRIES - 1; ; more--) {
    try {
      return await sell(prices.requireSellable(store, currency))
    } catch (error) {
      const moved = error instanceof PriceMoved
      if (moved && more > 0) await prices.refresh()
      else if (moved) throw new Refusal('price_unavailable', { state: 'stale' })
      else {
        if (error instanceof Refusal && error.code === 'price_unavailable') prices.refresh().catch(() => {})
        throw error
      }
    }
  }
}

const MOST_TRIES = 3

/**
 * Nothing, if the store may sell at `price` by what the database holds at this statement, and by the later of its clock and
 * `karat.now()`: no halt, no quarantine, the newest accepted tick young enough (while the market is closed: when it closed),
 * tick and spread of the price still the newest. Throws as `refuseNotSelling`.
 */
export async function requireSelling(tx: Queryable, karat: Seller, price: Priced): Promise<void> {
  refuseNotSelling(await readNotSelling(tx, karat, price))
}

/** The same as an answer, for a sale that has another price to fall back on: why nothing is sold at `price`, or null. */
export async function readNotSelling(tx: Queryable, karat: Seller, price: Priced): Promise<NotSelling> {
  const row = await tx.row<{ why: NotSelling }>(sql`select ${notSelling(karat, price)} as why`)
  return row ? row.why : 'stale'
}

/** The same as an SQL expression of type text: a `NotSelling`, judged in the statement that it is a part of. */
export function notSelling({ now, settings, market }: Seller, { store, state, tickId, spreadId }: Priced): Sql {
  const nowMs = now()
  const { open, since } = market.at(nowMs)
  const otherMarket = (state === 'closed') === open
  const { staleAfterSeconds, frozenSeconds } = settings.price
  // The later of two clocks: an instance whose own one is behind sells no price that is too old.
  const judgedAt = open
    ? sql`greatest(to_timestamp(${nowMs}::double precision / 1000.0), clock_timestamp())`
    : sql`to_timestamp(${since}::double precision / 1000.0)`
  return sql`
  (select case
      when exists (select from pricing.halts where store = ${store} and resumed_at is null) then 'halted'
      when exists (select from pricing.quarantines where ended_at is null) then 'quarantined'
      when tick.id is null or tick.source_at < ${judgedAt} - make_interval(secs => ${staleAfterSeconds}::int)
        or tick.unchanged_since < ${judgedAt} - make_interval(secs => ${frozenSeconds}::int) then 'stale'
      when ${otherMarket} or tick.id <> ${tickId} or spread.id is distinct from ${spreadId}::integer then 'moved'
    end
    from (select id from ${open ? sql`pricing.spreads` : sql`pricing.closed_spreads`} where store = ${store} order by set_at desc, id desc limit 1) spread
    full join (select id, source_at, unchanged_since from pricing.ticks where verdict = 'accepted' order by id desc limit 1) tick on true)`
}

/** Nothing for null. Throws `PriceMoved` for a price that is not in force any more, and refuses price_unavailable with the state for the others. */
export function refuseNotSelling(why: NotSelling): void {
  if (why === 'moved') throw new PriceMoved()
  if (why) throw new Refusal('price_unavailable', { state: why })
}
