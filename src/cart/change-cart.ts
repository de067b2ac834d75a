import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { CartCounts, CartOwner } from './add-to-cart.ts'

/** Sets how many pieces a line asks for. Refuses not_found when the cart has no such line. */
export async function setCartQuantity(
  karat: Bag<'cart'>,
  owner: CartOwner,
  input: { skuId: number; quantity: number },
): Promise<CartCounts> {
  const changed = await karat.db.run(sql`update cart.lines set quantity = ${input.quantity}
    where member_id = ${owner.memberId} and store = ${owner.store} and sku_id = ${input.skuId}`)
  if (changed === 0) throw new Refusal('not_found')
  return countCart(karat, owner)
}

/** Removes the named lines; those that are not there any more are gone already. */
export async function removeFromCart(karat: Bag<'cart'>, owner: CartOwner, skuIds: number[]): Promise<CartCounts> {
  await karat.db.run(sql`delete from cart.lines
    where member_id = ${owner.memberId} and store = ${owner.store} and sku_id = any(${skuIds}::int[])`)
  return countCart(karat, owner)
}

async function countCart(karat: Bag<'cart'>, owner: CartOwner): Promise<CartCounts> {
  const counts =
    await karat.db.row<CartCounts>(sql`select coalesce(sum(quantity), 0)::int as count, count(*)::int as lines
    from cart.lines where member_id = ${owner.memberId} and store = ${owner.store}`)
  return counts ?? { count: 0, lines: 0 }
}
