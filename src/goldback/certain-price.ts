/** The price that a case is paid at, once it is certain. */
import { empty, type Sql, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { type PricePerGram, perGram } from '../money/money.ts'
import { sellsIn } from '../pricing/price-rules.ts'
import { readNotSelling } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import { worthOf } from './case-rules.ts'
import type { HeldCase } from './hold-case.ts'

type Priced = { price: PricePerGram; tickId: bigint }
const MOST_TRIES = 3

/** The bid of this moment, as the database says that the store sells at it; null while there is none. */
async function bidNow(
  tx: Tx,
  karat: Bag<'goldback'>,
  { store, currency }: Pick<HeldCase, 'store' | 'currency'>,
): Promise<Priced | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = karat.prices.of(store, currency)
    if (!sellsIn(now.state)) return null
    const why = await readNotSelling(tx, karat, now)
    if (why === null) return { price: perGram(now.bid), tickId: now.tickId }
    if (why !== 'moved') return null
    await karat.prices.refresh()
  }
  return null
}

/**
 * What was fixed, for a case whose pieces are handed over in time; else the bid of this moment. Certain once: asked again it is what it was.
 * Null while the price is not live, and the case goes on without.
 */
export async function makeCertain(tx: Tx, karat: Bag<'goldback'>, held: HeldCase): Promise<PricePerGram | null> {
  if (held.price !== null) return held.price
  const isHandedOver = held.state === 'booked'
  const found =
    isHandedOver && held.isFixed ? { price: held.quoted, tickId: held.tickId } : await bidNow(tx, karat, held)
  if (!found) return null
  await tx.run(sql`
    update goldback.cases set price_minor = ${found.price}, price_tick_id = ${found.tickId} where id = ${held.id}`)
  return found.price
}

/** The same where it has to be certain. Refuses price_unavailable while it is not live. */
export async function requireCertain(tx: Tx, karat: Bag<'goldback'>, held: HeldCase): Promise<PricePerGram> {
  const price = await makeCertain(tx, karat, held)
  if (price === null) throw notLive(karat, held)
  return price
}

const notLive = (karat: Bag<'goldback'>, { store, currency }: HeldCase) =>
  new Refusal('price_unavailable', { state: karat.prices.of(store, currency).state })

/**
 * What a case becomes, as further columns, whose member chooses the moment: its price and offer at the bid of this moment where that is lower,
 * or they would have an option on the price. Refuses price_unavailable.
 */
export async function atLowerPrice(
  tx: Tx,
  karat: Bag<'goldback'>,
  held: HeldCase,
  { price, offerFine }: { price: PricePerGram; offerFine: bigint },
): Promise<Sql> {
  const now = await bidNow(tx, karat, held)
  if (!now) throw notLive(karat, held)
  if (now.price >= price) return empty
  return sql`, price_minor = ${now.price}, price_tick_id = ${now.tickId}, offer_minor = ${worthOf(offerFine, now.price)}`
}
