/** What a trade is made at, and the row and the legs that make it: the same wherever its money is. */
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { useHold as takeHeld } from '../ledger/holds.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { minor, type PricePerGram, perGram, weight } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { sellsIn } from '../pricing/price-rules.ts'
import type { Quote } from '../pricing/quotes.ts'
import { readNotSelling } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from './holder.ts'
import { goldTraded } from './trade-postings.ts'
import type { QuotedFigures } from './trade-quotes.ts'
import { figuresOf, isBetter, priceOf, type Side, type TradeFigures, type Wish } from './trade-rules.ts'

export type Deal = TradeFigures & { price: PricePerGram; tickId: bigint }

export const dealOf = ({ figures: f, tick_id: tickId }: Quote<QuotedFigures>): Deal => ({
  weight: weight(BigInt(f.weight)),
  amount: minor(BigInt(f.amount)),
  ...{ value: BigInt(f.value), spread: BigInt(f.spread), rounding: BigInt(f.rounding) },
  ...{ price: perGram(BigInt(f.price)), tickId },
})

type Choice = { holder: Holder; side: Side; by: Wish['by']; quoted: Deal }

/** What was quoted, or what was wished for at the price now, when that is better for the member by enough and the database says that the store sells at it. */
export async function bestDeal(tx: Tx, karat: Bag<'vault'>, { holder, side, by, quoted }: Choice): Promise<Deal> {
  const now: PriceNow = karat.prices.of(holder.store, holder.currency)
  const price = priceOf(side, now)
  if (!sellsIn(now.state) || !isBetter(side, quoted.price, price)) return quoted
  if (await readNotSelling(tx, karat, now)) return quoted
  const wish: Wish = by === 'weight' ? { by, weight: quoted.weight } : { by, amount: quoted.amount }
  return { ...figuresOf(side, wish, now), price, tickId: now.tickId }
}

export type Made = {
  id: string
  /** As its purchase is called; null gives it the next one. */
  number: string | null
  quoteId: string | null
  /** The limit order that it fills, and what is held for it: that pays. */
  limit?: { id: string; holdId: string }
  holderId: string
  purchaseId: string | null
  holder: Holder
  side: Side
  deal: Deal
}
export type Written = { number: string; made_at: Date }

/**
 * The trade is written and booked. What the member gives is there, so a purchase that finds too little finds it in the vault.
 *
 * Refuses gold_sold_out where the vault has no such grams left; of a limit order as useHold.
 */
export async function makeTrade(tx: Tx, made: Made): Promise<Written> {
  const written = await insertTrade(tx, made)
  const { id, side, holder, deal, limit } = made
  const posting = goldTraded({ id, side, ...holder, ...deal, isHeld: limit !== undefined })
  try {
    await (limit ? takeHeld(tx, limit.holdId, posting) : postTransfer(tx, posting))
  } catch (error) {
    const short = side === 'buy' && error instanceof Refusal && error.code === 'balance_too_low'
    throw short ? new Refusal('gold_sold_out') : error
  }
  return written
}

async function insertTrade(tx: Tx, { id, number, quoteId, limit, holderId, purchaseId, holder, side, deal }: Made) {
  const row = await tx
    .row<Written>(sql`
    insert into vault.trades (id, number, quote_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4,
      amount_minor, value_minor, spread_minor, rounding_minor, purchase_id, limit_order_id)
    values (${id}, coalesce(${number}, 'V' || nextval('vault.trade_numbers')), ${quoteId}, ${holderId}, ${holder.memberId}, ${holder.store}, ${side},
      ${holder.currency}, ${deal.tickId}, ${deal.price}, ${deal.weight}, ${deal.amount}, ${deal.value}, ${deal.spread}, ${deal.rounding}, ${purchaseId},
      ${limit?.id ?? null})
    returning number, made_at`)
    .catch((error) => {
      throw brokenConstraint(error) === 'vault_has_grams' ? new Refusal('gold_sold_out') : error
    })
  if (!row) throw new Error('the trade was not stored')
  return row
}
