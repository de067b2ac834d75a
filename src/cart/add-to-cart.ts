import { brokenConstraint, sql } from '../db/database.ts'
import { unhurried } from '../db/unhurried.ts'
import type { Bag } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import { methodBpsFor, NO_TIER, unitPrice } from '../pricing/price-rules.ts'
import { Refusal } from '../refusals.ts'

export type CartOwner = { memberId: string; store: string; currency: Currency }
export type CartCounts = { count: number; lines: number }

/**
 * Adds pieces of one sku to the member's cart and returns how much the cart holds afterwards. The line remembers the
 * price of one piece when it was first added, in the store's currency. A database that breaks down may lose the last of it.
 *
 * Refuses not_found for a sku that this store does not sell, price_unavailable before the first price ever,
 * cart_line_limit above 100 pieces of one sku or 50 lines.
 */
export async function addToCart(
  karat: Bag<'cart'>,
  owner: CartOwner,
  input: { skuId: number; quantity: number },
): Promise<CartCounts> {
  const found = karat.catalogue.sku(owner.store, input.skuId)
  if (!found) throw new Refusal('not_found')
  const { ask } = karat.prices.of(owner.store, owner.currency)
  const price = unitPrice({ ...found.sku, ask, tierBps: NO_TIER, methodBps: methodBpsFor('card') })
  try {
    const counts = await karat.db.row<CartCounts>(sql`
      with ${unhurried}, held as (
        select coalesce(sum(quantity), 0) as pieces, count(*) as lines, coalesce(bool_or(sku_id = ${input.skuId}), false) as has_sku
        from cart.lines where member_id = ${owner.memberId} and store = ${owner.store}
      ), added as (
        insert into cart.lines (member_id, store, sku_id, quantity, price_when_added_minor, currency)
        select ${owner.memberId}, ${owner.store}, ${input.skuId}, ${input.quantity}::int, ${price}::bigint, ${owner.currency}
        from held where has_sku or lines < ${karat.settings.cart.maxLines}::int
        on conflict (member_id, store, sku_id) do update set quantity = cart.lines.quantity + excluded.quantity
        returning 1
      )
      select (held.pieces + ${input.quantity}::int)::int as count, (held.lines + case when has_sku then 0 else 1 end)::int as lines
      from held, added, unhurried`)
    if (!counts) throw new Refusal('cart_line_limit', { lines: karat.settings.cart.maxLines })
    return counts
  } catch (error) {
    const { maxLines, maxQuantity } = karat.settings.cart
    const broken = brokenConstraint(error)
    if (broken === 'cart_quantity_in_range') throw new Refusal('cart_line_limit', { quantity: maxQuantity })
    // Several lines added at once, each of which saw a place left.
    if (broken === 'cart_lines_in_range') throw new Refusal('cart_line_limit', { lines: maxLines })
    throw error
  }
}
