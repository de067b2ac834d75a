/** Limit orders are filled: at the live price of this moment, the best limit first, then the oldest (decision 0112). */
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Db, type Sql, sql, type Tx } from '../../db/database.ts'
import { standInLine } from '../../db/stand-in-line.ts'
import { findContact, isFrozen } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { type Minor, minor, type PricePerGram, type Weight } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { type NotSelling, notSelling } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { balancesOf, type Holder, holdPlace } from '../holder.ts'
import { settleDeal } from '../settle-deal.ts'
import { tellTrade } from '../tell-trade.ts'
import { figuresOf, priceOf, type Side, sides, type Wish } from '../trade-rules.ts'
import { askedOfCash } from '../uncleared.ts'
import { requireAgreed } from '../vault-agreement.ts'
import type { Waits } from './limit-rules.ts'

/**
 * Fills every open limit order that the price of this moment has reached; resolves to how many it filled. Each is filled in a transaction of its
 * own, of one side of a store one after the other whichever instance is at it, and only if the database says there that the price is
 * live and still the newest: nothing is filled at the last close of a market that is closed. What stands in the way of one for now is noted,
 * and it is tried again later; the others are filled all the same.
 */
export async function fillLimits(karat: Bag<'vault'>): Promise<number> {
  let filled = 0
  for (const store of karat.stores.values()) {
    const price = karat.prices.live(store.code, store.currency)
    if (price) for (const side of sides) filled += await fillSide(karat, price, side)
  }
  return filled
}

type Crossed = { id: string; memberId: string }

async function fillSide(karat: Bag<'vault'>, price: PriceNow, side: Side): Promise<number> {
  let filled = 0
  for (
    let found = await listCrossed(karat, price, side);
    found.length > 0;
    found = await listCrossed(karat, price, side)
  )
    for (const one of found) {
      const outcome = await tryFill(karat, price, side, one)
      // The round that the newer price wakes goes on; and where buying has closed, it has for all.
      if (outcome === 'not_selling' || outcome === 'buying_closed') return filled
      if (outcome === 'filled') filled += 1
    }
  return filled
}

const listCrossed = ({ db }: Bag<'vault'>, price: PriceNow, side: Side) =>
  db.rows<Crossed>(sql`${crossedOf(price, side)} limit ${settings.limitOrders.atOnce}::int`)

/** In the order in which they are filled; each side has an index of its own that stands in it. */
export const crossedOf = ({ store, ask, bid }: Pick<PriceNow, 'store' | 'ask' | 'bid'>, side: Side): Sql =>
  side === 'buy'
    ? sql`select id, member_id as "memberId" from vault.limit_orders
        where store = ${store} and side = 'buy' and state = 'open' and limit_minor >= ${ask} and next_try_at <= now() and ends_at > now()
        order by limit_minor desc, placed_at, id`
    : sql`select id, member_id as "memberId" from vault.limit_orders
        where store = ${store} and side = 'sell' and state = 'open' and limit_minor <= ${bid} and next_try_at <= now() and ends_at > now()
        order by limit_minor, placed_at, id`

/** `gone`: another instance was faster, or its member. */
type Outcome = 'filled' | 'gone' | 'waits' | 'not_selling' | 'buying_closed'

async function tryFill(karat: Bag<'vault'>, price: PriceNow, side: Side, one: Crossed): Promise<Outcome> {
  try {
    return await karat.db.transaction((tx) => fill(tx, karat, price, side, one))
  } catch (error) {
    if (['buying_is_open', 'feature_is_on'].includes(brokenConstraint(error) ?? '')) return 'buying_closed'
    // Over its time: the round that ends holds ends it.
    const why = whyWaits(error) ?? null
    if (why === null && !isOver(error)) karat.log.warn({ err: error, limit: one.id }, 'a limit order cannot be filled')
    await putOff(karat.db, one.id, why)
    return 'waits'
  }
}

const isOver = (error: unknown) => error instanceof Refusal && error.code === 'hold_expired'

function whyWaits(error: unknown): Waits | undefined {
  if (brokenConstraint(error) === 'member_may_move') return 'not_possible_now'
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'verification_required') return 'weight' in error.data ? 'level' : 'day'
  if (error.code === 'agreement_required' || error.code === 'vault_not_open') return 'agreement'
  return (['cash_disputed', 'account_locked', 'gold_sold_out'] as const).find((why) => why === error.code)
}

const putOff = (db: Db, id: string, why: Waits | null) =>
  db.run(sql`
    update vault.limit_orders set waits_for = ${why}, next_try_at = now() + make_interval(secs => ${settings.limitOrders.retrySeconds}::int)
    where id = ${id} and state = 'open'`)

type Open = {
  number: string
  weight: Weight | null
  amount: Minor | null
  limit: PricePerGram
  reserved: bigint
  holdId: string
  holderId: string
  why: NotSelling
}

/**
 * Refuses as useHold and settleDeal; account_locked for a member who is frozen; for a purchase as requireAgreed. What was set aside counts as
 * what the member has for it.
 */
async function fill(
  tx: Tx,
  karat: Bag<'vault'>,
  price: PriceNow,
  side: Side,
  { id, memberId }: Crossed,
): Promise<Outcome> {
  const { store, currency } = price
  const holder: Holder = { memberId, store, currency }
  await standInLine(tx, `limit orders ${store} ${side}`)
  await holdPlace(tx, holder)
  const [order, balances, bank, frozen] = await Promise.all([
    tx.row<Open>(sql`
      select number, weight_e4 as weight, amount_minor as amount, limit_minor as "limit", reserved, hold_id as "holdId", holder_id as "holderId",
        ${notSelling(karat, price)} as why
      from vault.limit_orders where id = ${id} and state = 'open' for update`),
    balancesOf(tx, holder),
    tx.row<{ asked: bigint }>(sql`select ${side === 'buy' ? askedOfCash(holder) : sql`0::bigint`} as asked`),
    isFrozen(tx, memberId),
  ])
  if (!order) return 'gone'
  if (order.why) return 'not_selling'
  if (frozen) throw new Refusal('account_locked')
  if (side === 'buy') await requireAgreed(tx, holder, undefined)
  const { number, weight, amount, limit, reserved, holdId, holderId } = order
  const wish: Wish = amount === null ? { by: 'weight', weight: weight as Weight } : { by: 'amount', amount }
  const deal = { ...figuresOf(side, wish, price), price: priceOf(side, price), tickId: price.tickId }
  const before =
    side === 'buy'
      ? { ...balances, cash: balances.cash + reserved }
      : { ...balances, gold: balances.gold + reserved, goldHeld: balances.goldHeld - reserved }
  const tradeId = newId()
  const { made, proceeds } = await settleDeal(tx, karat, {
    ...{ id: tradeId, number: null, quoteId: null, purchaseId: null, limit: { id, holdId } },
    ...{ holderId, holder, side, deal, before, asked: bank?.asked ?? 0n, tax: minor(0n), destinationId: null },
  })
  const [contact] = await Promise.all([
    findContact(tx, memberId),
    tx.run(sql`update vault.limit_orders set state = 'filled', waits_for = null, ended_at = now() where id = ${id}`),
  ])
  const of = { order: number, limit }
  await tellTrade(tx, karat, { number: made.number, holder, side, deal, proceeds, contact, of })
  return 'filled'
}
