/** What a cart holds, and what it would cost now. */

import { pictureNameOf } from '../catalogue/product-views.ts'
import { thumbnailOf } from '../content/picture-queries.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { leftToday } from '../kyc/take-day-limit.ts'
import {
  type Currency,
  type Minor,
  minor,
  moneyText,
  WEIGHT_UNITS_PER_GRAM,
  weight,
  weightText,
} from '../money/money.ts'
import { lineTax, methodBpsFor, tierBpsFor, unitPrice } from '../pricing/price-rules.ts'
import { type Store, storeOf } from '../stores/stores.ts'
import { taxBpsOf } from '../stores/tax-rules.ts'
import { tiersOfText } from '../stores/tier-rules.ts'
import type { CartLineView, CartListView } from './contract.ts'

export type CartContent = { skuId: number; quantity: number }
type CartRow = CartContent & { priceWhenAdded: bigint; currency: Currency; addedAt: Date }

/** The lines of a member's cart, oldest first. */
const readCart = (db: Queryable, owner: { memberId: string; store: string }) =>
  db.rows<CartRow>(sql`
    select sku_id as "skuId", quantity, price_when_added_minor as "priceWhenAdded", currency, added_at as "addedAt"
    from cart.lines where member_id = ${owner.memberId} and store = ${owner.store} order by added_at, sku_id`)

/** What a member's cart holds, oldest first, as an SQL expression of type json (`CartContent[]`). */
export const cartContent = ({ memberId, store }: { memberId: string; store: string }): Sql => sql`(
  select coalesce(json_agg(json_build_object('skuId', sku_id, 'quantity', quantity) order by added_at, sku_id), '[]')
  from cart.lines where member_id = ${memberId} and store = ${store})`

/** Two carts with the same digest ask for the same pieces. */
export const digestOfCart = (content: CartContent[]): string =>
  content
    .map((line) => `${line.skuId}x${line.quantity}`)
    .sort()
    .join(' ')

const mostFine = ({ settings: { limits } }: Store) =>
  weightText(weight(BigInt(limits.member_grams) * WEIGHT_UNITS_PER_GRAM))

/** The cart as its page shows it, at the price of this moment, in the language given. */
export async function listCart(
  karat: Bag<'cart'>,
  owner: { memberId: string; store: string; currency: Currency; language: string },
): Promise<CartListView> {
  const price = karat.prices.of(owner.store, owner.currency)
  const { memberId, currency } = owner
  const store = storeOf(karat, owner.store)
  const { quantity_tiers, few_left } = store.settings.selling
  const { taxes } = store.settings
  const tiers = tiersOfText(quantity_tiers)
  const day = { memberId, store, currency, kind: 'order' } as const
  const limited = karat.config.EXPOSURE_LIMITS
  const [rows, left] = await Promise.all([readCart(karat.db, owner), limited ? leftToday(karat.db, day) : null])
  const lines: CartLineView[] = []
  let [goods, tax] = [0n, 0n]
  for (const row of rows) {
    const found = karat.catalogue.sku(owner.store, row.skuId)
    if (!found) continue
    const { product, sku } = found
    const unit = unitPrice({
      ...sku,
      ask: price.ask,
      tierBps: tierBpsFor(tiers, row.quantity),
      methodBps: methodBpsFor('card'),
    })
    const total = minor(unit * BigInt(row.quantity))
    const lineTaxDue = lineTax(total, taxBpsOf(taxes, product))
    const available = sku.stock === 0 ? 'no' : sku.stock < row.quantity ? 'too_few' : 'yes'
    if (available === 'yes') {
      goods += total
      tax += lineTaxDue
    }
    const text = (value: bigint) => moneyText(value as Minor, owner.currency)
    lines.push({
      sku_id: sku.id,
      product_id: product.id,
      name: product.name[owner.language] ?? product.name['en-US'] ?? '',
      image: thumbnailOf(pictureNameOf(product, sku)),
      attributes: sku.attributes,
      quantity: row.quantity,
      available,
      pieces_left: sku.stock < row.quantity || sku.stock <= few_left ? sku.stock : null,
      unit_price: text(unit),
      line_total: text(total),
      tax: text(lineTaxDue),
      unit_price_when_added: text(row.currency === owner.currency ? row.priceWhenAdded : unit),
      unit_change: text(row.currency === owner.currency ? unit - row.priceWhenAdded : 0n),
      added_at: row.addedAt.toISOString(),
      kind: product.kind,
      gross_weight: weightText(sku.grossWeight),
      fine_weight: weightText(sku.fineWeight),
      premium_bps: sku.premiumBps,
      making_charge: text(sku.making),
    })
  }
  return {
    currency: owner.currency,
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    goods_total: moneyText(minor(goods), owner.currency),
    tax_total: moneyText(minor(tax), owner.currency),
    left_today: left === null ? null : moneyText(left, owner.currency),
    most_fine_weight: limited ? mostFine(store) : null,
    price: {
      ask: moneyText(price.ask, owner.currency),
      state: price.state,
      source_at: new Date(price.sourceAt).toISOString(),
    },
  }
}
