/** Goods and pieces with what other areas know of them: who did it, and for which order. */

import { missingOf } from '../../catalogue/new-goods-rules.ts'
import { getOfficeProduct, listSkuRows, listStockMoves, viewSku } from '../../catalogue/office-queries.ts'
import { getOfficePiece, listOfficePieces, type PieceFilter } from '../../catalogue/piece-queries.ts'
import type { Queryable } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { moneyText } from '../../money/money.ts'
import { numbersOfOrders } from '../../orders/promises/promised-queries.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { Refusal } from '../../refusals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { tiersOfText } from '../../stores/tier-rules.ts'
import { promisedOf } from './count-stock.ts'

/** One product with its skus at the price of now, its stock and what changed it lately. Refuses not_found. */
export async function describeProduct(karat: Karat, id: number, language: string) {
  const { db } = karat
  const [product, skus, moves] = await Promise.all([
    getOfficeProduct(db, id, language),
    listSkuRows(db, [id]),
    listStockMoves(db, id),
  ])
  const store = karat.stores.get(product.store)
  if (!store) throw new Refusal('not_found')
  const { currency } = store
  const tiers = tiersOfText(store.settings.selling.quantity_tiers)
  const [promised, who] = await Promise.all([
    promisedOf(
      db,
      skus.map((sku) => sku.id),
    ),
    namesOf(
      db,
      moves.flatMap(({ actor }) => actor ?? []),
    ),
  ])
  const price = priceOf(karat, product.store)
  return {
    ...product,
    currency,
    missing: missingOf({
      texts: Object.values(product.texts),
      pictures: product.pictures,
      skusShown: skus.filter(({ shown }) => shown).length,
    }),
    prices: price && {
      ask: moneyText(price.ask, currency),
      bid: moneyText(price.bid, currency),
      spot: moneyText(price.spot, currency),
    },
    skus: skus.map((sku) => viewSku(sku, { currency, price, tiers, language, promised: promised.get(sku.id) ?? 0 })),
    moves: moves.map(({ at, actor, note, ...move }) => ({
      ...move,
      at: at.toISOString(),
      by: actor ? who(actor) : '',
      note: note ?? '',
    })),
  }
}

export function priceOf(karat: Karat, store: string): PriceNow | null {
  const currency = karat.stores.get(store)?.currency
  if (!currency) return null
  try {
    return karat.prices.of(store, currency)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export async function listPieces(
  db: Queryable,
  filter: PieceFilter,
  paging: { page: number; size: number },
  language: string,
) {
  const { total, rows } = await listOfficePieces(db, filter, paging, language)
  const order = await ordersOf(
    db,
    rows.map(({ orderId }) => orderId),
  )
  return { total, rows: rows.map(({ orderId, ...row }) => ({ ...row, order: order(orderId) })) }
}

/** One piece with its history. Refuses not_found. */
export async function describePiece(db: Queryable, serial: string, language: string) {
  const { orderId, moves, ...piece } = await getOfficePiece(db, serial, language)
  const [order, who] = await Promise.all([
    ordersOf(db, [orderId, ...moves.map((move) => move.orderId)]),
    namesOf(
      db,
      moves.map(({ actor }) => actor),
    ),
  ])
  return {
    ...piece,
    order: order(orderId),
    moves: moves.map(({ at, to, actor, reason, orderId: of, fromCode }) => ({
      ...{ to, reason, from_code: fromCode },
      at: at.toISOString(),
      by: who(actor),
      order: order(of),
    })),
  }
}

async function ordersOf(db: Queryable, ids: (string | null)[]) {
  const numbers = await numbersOfOrders(
    db,
    ids.flatMap((id) => id ?? []),
  )
  return (id: string | null) => (id === null ? null : { id, number: numbers.get(id) ?? '' })
}

/** Who an actor such as `staff:<id>` is; empty for what the system did. */
async function namesOf(db: Queryable, actors: string[]): Promise<(actor: string) => string> {
  const names = await namesOfStaff(
    db,
    actors.flatMap((actor) => /^staff:([0-9a-f-]{36})$/.exec(actor)?.[1] ?? []),
  )
  return (actor) => names.get(actor.replace('staff:', '')) ?? ''
}
