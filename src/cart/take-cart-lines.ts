import { sql, type Tx } from '../db/database.ts'
import type { CartContent } from './cart-queries.ts'
import { digestOfCart } from './cart-queries.ts'

/**
 * Takes the named skus out of the cart and returns the digest of everything the cart held just before, so that the
 * caller can tell whether it is still the cart that a guarantee was given for.
 */
export async function takeCartLines(
  tx: Tx,
  owner: { memberId: string; store: string },
  skuIds: number[],
): Promise<string> {
  const rows = await tx.rows<CartContent>(sql`
    with held as (
      select sku_id, quantity from cart.lines
      where member_id = ${owner.memberId} and store = ${owner.store} order by sku_id for update
    ), taken as (
      delete from cart.lines where member_id = ${owner.memberId} and store = ${owner.store} and sku_id = any(${skuIds}::int[])
    )
    select sku_id as "skuId", quantity from held`)
  return digestOfCart(rows)
}
