/** A member says at which price they want to buy or sell; what it takes is set aside at once (G13). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { requireDayCouldTake, requireMayHold } from '../../kyc/take-day-limit.ts'
import { endOfHold, placeHold } from '../../ledger/holds.ts'
import { problem } from '../../locale/field-rules.ts'
import { minor, moneyText, type PricePerGram } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { balancesOf, type Holder, holdPlace } from '../holder.ts'
import { readPrice, readWish } from '../read-wish.ts'
import { isFar, priceOf } from '../trade-rules.ts'
import { askedNow, requireEnough } from '../uncleared.ts'
import { requireAgreed } from '../vault-agreement.ts'
import type { LimitAsked, LimitOrderView } from './limit-contract.ts'
import { findLimit } from './limit-queries.ts'
import { atLimit, isCrossed, LIMIT_PURPOSE, type LimitWish, reservedFor } from './limit-rules.ts'

type Placed = LimitAsked & { pin: string; agreement: string | undefined }
type Meant = LimitWish & { limit: PricePerGram; days: number; agreement: string | undefined }

/**
 * The money of a purchase at its limit, or the grams of a sale, are held for so many times 24 hours; from the next price on it is filled where
 * that is at the limit or better.
 *
 * Refuses, in this order: no_cash_balance for a purchase where the store keeps none; invalid_input for a value that is no amount of the
 * currency, or nothing, for a sale that names money, and for a limit far from the price; price_unavailable before the first price ever;
 * limit_reached with `price` where the price is there already; trade_too_small; as checkPin; limit_orders_full; for a purchase as
 * requireAgreed, verification_required where the member's level could never hold so much or no day of theirs take it, and cash_disputed;
 * balance_too_low.
 */
export async function placeLimit(
  karat: Bag<'vault'>,
  holder: Holder,
  { pin, ...asked }: Placed,
  request: Once,
): Promise<LimitOrderView> {
  const meant = readMeant(karat, holder, asked)
  await checkPin(karat, holder.memberId, pin)
  return once(karat.db, request, (tx) => place(tx, karat, holder, meant))
}

function readMeant(karat: Bag<'vault'>, holder: Holder, asked: Omit<Placed, 'pin'>): Meant {
  const { currency, store } = holder
  if (asked.side === 'buy' && !settings.cash.stores[store]) throw new Refusal('no_cash_balance')
  const limit = readPrice(asked.limit, currency, 'limit')
  const wish = readLimitWish(asked, holder)
  const prices = karat.prices.of(store, currency)
  if (isFar(limit, priceOf(asked.side, prices), settings.limitOrders.farTimes))
    throw invalidInput({ limit: problem('far_from_price') })
  if (isCrossed(asked.side, limit, prices))
    throw new Refusal('limit_reached', { price: moneyText(priceOf(asked.side, prices), currency), currency })
  const figures = atLimit(wish, limit)
  const least = asked.side === 'buy' ? settings.trade.least[currency] : 1n
  if (figures.amount < least || figures.weight === 0n)
    throw new Refusal('trade_too_small', { least: moneyText(minor(least), currency), currency })
  return { ...wish, limit, days: asked.days, agreement: asked.agreement }
}

/** Of a sale grams are named. */
function readLimitWish({ side, by, value }: Omit<Placed, 'pin'>, { currency }: Holder): LimitWish {
  if (side === 'sell' && by === 'amount') throw invalidInput({ by: problem('one_of', { list: 'weight' }) })
  const wish = readWish(by, value, currency)
  return wish.by === 'weight' ? { side, wish } : { side: 'buy', wish }
}

async function place(tx: Tx, karat: Bag<'vault'>, holder: Holder, meant: Meant): Promise<LimitOrderView> {
  const { memberId, store, currency } = holder
  const { side, wish, limit, days } = meant
  const holderId = await holdPlace(tx, holder)
  await requireRoom(tx, holder)
  const reserved = reservedFor(meant, limit)
  if (side === 'buy') await requireCouldBuy(tx, karat, holder, { ...meant, reserved })
  const id = newId()
  const holdId = await placeHold(tx, {
    ...{ store, memberId, asset: side === 'buy' ? currency : 'XAU', amount: reserved, actor: `member:${memberId}` },
    ...{ purpose: LIMIT_PURPOSE, subject: id, seconds: days * 86_400 },
  })
  const [grams, money] = wish.by === 'weight' ? [wish.weight, null] : [null, wish.amount]
  await tx.run(sql`
    insert into vault.limit_orders (id, number, holder_id, member_id, store, currency, side, weight_e4, amount_minor, limit_minor, hold_id, ends_at)
    values (${id}, 'L' || nextval('vault.limit_order_numbers'), ${holderId}, ${memberId}, ${store}, ${currency}, ${side}, ${grams}, ${money},
      ${limit}, ${holdId}, ${endOfHold(holdId)})`)
  return findLimit(tx, holder, id)
}

/** The place of the member is held: so many are open until the row is written. */
async function requireRoom(tx: Tx, { memberId, store }: Holder): Promise<void> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from vault.limit_orders where member_id = ${memberId} and store = ${store} and state = 'open'`)
  const { max } = settings.limitOrders
  if ((row?.count ?? 0) >= max) throw new Refusal('limit_orders_full', { limit: max })
}

/** Said now what would stand against it later, as far as it is known. */
async function requireCouldBuy(
  tx: Tx,
  karat: Bag<'vault'>,
  holder: Holder,
  { agreement, limit, reserved, ...meant }: Meant & { reserved: bigint },
): Promise<void> {
  const { memberId, store, currency } = holder
  await requireAgreed(tx, holder, agreement)
  const [{ cash, gold, goldHeld }, asked] = await Promise.all([balancesOf(tx, holder), askedNow(tx, holder)])
  await requireMayHold(tx, holder, gold + goldHeld + atLimit(meant, limit).weight)
  await requireDayCouldTake(tx, { memberId, store: storeOf(karat, store), currency, amount: minor(reserved) })
  requireEnough({ cash, asked }, reserved, holder)
}
