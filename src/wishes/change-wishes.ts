/** What a member does with their wishlist and their requests to be told. Each answers what they have afterwards. */
import { pieceOf } from '../catalogue/product-views.ts'
import { piecePrice } from '../catalogue/sku-price-rules.ts'
import { sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import type { Bag } from '../karat.ts'
import { recordConsent } from '../mail/consents.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import type { WishedSkusView } from './contract.ts'
import { listWishedSkus } from './wish-queries.ts'

export type WishOwner = { memberId: string; store: Store; currency: Currency }

/**
 * Puts a sku on the wishlist with its price of this moment; one that is there stays as it is. Refuses not_found for a sku
 * that this store does not sell, price_unavailable before the first price ever, wish_limit when the list is full.
 */
export async function addWish(karat: Bag<'wishes'>, owner: WishOwner, skuId: number): Promise<WishedSkusView> {
  const { product, sku } = requireSku(karat, owner, skuId)
  const [asked, home] = [owner.currency, owner.store.currency].map((each) => karat.prices.of(owner.store.code, each))
  if (!asked || !home) throw new Refusal('price_unavailable')
  const { withTax } = piecePrice(pieceOf(product, sku, { asked, home, taxes: owner.store.settings.taxes }), asked)
  return karat.db.transaction(async (tx) => {
    await takeTurn(tx, owner)
    const held = await tx.row<{ count: number; known: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(sku_id = ${skuId}), false) as known
      from wishes.wishes where member_id = ${owner.memberId} and store = ${owner.store.code}`)
    if (held && !held.known && held.count >= karat.settings.wishes.max)
      throw new Refusal('wish_limit', { limit: karat.settings.wishes.max })
    await tx.run(sql`
      insert into wishes.wishes (member_id, store, sku_id, price_when_added_minor, currency)
      values (${owner.memberId}, ${owner.store.code}, ${skuId}, ${withTax}, ${owner.currency}) on conflict do nothing`)
    return listWishedSkus(karat, owner, tx)
  })
}

/** Takes skus off the wishlist; those that are not on it are off it already. */
export async function removeWishes(karat: Bag<'wishes'>, owner: WishOwner, skuIds: number[]): Promise<WishedSkusView> {
  await karat.db.run(sql`delete from wishes.wishes
    where member_id = ${owner.memberId} and store = ${owner.store.code} and sku_id = any(${skuIds}::int[])`)
  return listWishedSkus(karat, owner)
}

/**
 * Asks to be told once when a sold-out sku is back; a request that waits already keeps its place. Refuses not_found for a
 * sku that this store does not sell, sku_in_stock for one that can be ordered, wish_limit for too many requests.
 */
export async function askForNotice(karat: Bag<'wishes'>, owner: WishOwner, skuId: number): Promise<WishedSkusView> {
  const { sku } = requireSku(karat, owner, skuId)
  if (sku.stock > 0) throw new Refusal('sku_in_stock')
  return karat.db.transaction(async (tx) => {
    await takeTurn(tx, owner)
    const waiting = await tx.row<{ count: number; known: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(sku_id = ${skuId}), false) as known
      from wishes.back_notices where member_id = ${owner.memberId} and store = ${owner.store.code} and told_at is null`)
    if (waiting && !waiting.known && waiting.count >= karat.settings.wishes.maxNotices)
      throw new Refusal('wish_limit', { limit: karat.settings.wishes.maxNotices })
    await recordConsent(tx, { memberId: owner.memberId, topic: 'back_in_stock', agreed: true, how: 'asked to be told' })
    await tx.run(sql`
      insert into wishes.back_notices (member_id, store, sku_id) values (${owner.memberId}, ${owner.store.code}, ${skuId})
      on conflict (member_id, store, sku_id) where told_at is null do nothing`)
    return listWishedSkus(karat, owner, tx)
  })
}

/** Withdraws requests that still wait; afterwards no message is written for them. */
export async function removeNotices(karat: Bag<'wishes'>, owner: WishOwner, skuIds: number[]): Promise<WishedSkusView> {
  await karat.db.run(sql`delete from wishes.back_notices where member_id = ${owner.memberId}
    and store = ${owner.store.code} and sku_id = any(${skuIds}::int[]) and told_at is null`)
  return listWishedSkus(karat, owner)
}

function requireSku(karat: Bag<'wishes'>, { store }: WishOwner, skuId: number) {
  const found = karat.catalogue.sku(store.code, skuId)
  if (!found) throw new Refusal('not_found')
  return found
}

/** One at a time for each member, so that a limit which was looked at still holds when the row is written. */
const takeTurn = (tx: Tx, { memberId }: WishOwner) => standInLine(tx, `wishes ${memberId}`)
