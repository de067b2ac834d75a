/** What a member keeps an eye on, at the price of this moment. */
import { cardsOfSkus, type Visit } from '../catalogue/catalogue-queries.ts'
import type { ProductCardView } from '../catalogue/contract.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { type Currency, exponentOf, minor, moneyText, parseDecimal } from '../money/money.ts'
import type { WishedSkusView, WishListView } from './contract.ts'

type Owner = { memberId: string; store: { code: string } }

/** The skus of the member's wishes and open requests that this store still sells. */
export async function listWishedSkus(
  karat: Bag<'wishes'>,
  owner: Owner,
  db: Queryable = karat.db,
): Promise<WishedSkusView> {
  const rows = await db.rows<{ kind: 'wish' | 'notice'; skuId: number }>(sql`
    select 'wish' as kind, sku_id as "skuId", added_at as at from wishes.wishes
    where member_id = ${owner.memberId} and store = ${owner.store.code}
    union all
    select 'notice', sku_id, asked_at from wishes.back_notices
    where member_id = ${owner.memberId} and store = ${owner.store.code} and told_at is null
    order by at desc, "skuId"`)
  const of = (kind: string) =>
    rows.filter((row) => row.kind === kind && karat.catalogue.sku(owner.store.code, row.skuId)).map((row) => row.skuId)
  return { wishes: of('wish'), notices: of('notice') }
}

type WishRow = { skuId: number; price: bigint; currency: Currency; addedAt: Date }

/** The wishlist page: cards at the price of this moment and what moved since each was added. */
export async function listWishes(karat: Bag<'wishes'>, where: Visit & { memberId: string }): Promise<WishListView> {
  const { memberId, store, currency } = where
  const [wishes, notices] = await Promise.all([
    karat.db.rows<WishRow>(sql`
      select sku_id as "skuId", price_when_added_minor as price, currency, added_at as "addedAt" from wishes.wishes
      where member_id = ${memberId} and store = ${store.code} order by added_at desc, sku_id`),
    karat.db.rows<{ skuId: number; askedAt: Date }>(sql`
      select sku_id as "skuId", asked_at as "askedAt" from wishes.back_notices
      where member_id = ${memberId} and store = ${store.code} and told_at is null order by id desc`),
  ])
  const cards = cardsOfSkus(
    karat,
    where,
    [...wishes, ...notices].map(({ skuId }) => skuId),
  )
  const joined = <Row extends { skuId: number }, Item>(rows: Row[], item: (card: ProductCardView, row: Row) => Item) =>
    rows.flatMap((row) => {
      const card = cards.get(row.skuId)
      return card ? [item(card, row)] : []
    })
  return {
    currency,
    items: joined(wishes, (card, row) => ({
      ...card,
      added_at: row.addedAt.toISOString(),
      ...sinceAdded(card, row, currency),
    })),
    notices: joined(notices, (card, { askedAt }) => ({ ...card, asked_at: askedAt.toISOString() })),
  }
}

function sinceAdded(card: ProductCardView, row: WishRow, currency: Currency) {
  const now = parseDecimal(card.price_with_tax, exponentOf(currency))
  if (row.currency !== currency || now === null) return { price_when_added: null, change: null }
  return {
    price_when_added: moneyText(minor(row.price), currency),
    change: moneyText(minor(now - row.price), currency),
  }
}
