import { type Sql, sql } from '../db/database.ts'

/**
 * The parts of a statement that takes the named skus out of the cart: `cart` is everything that it held just before
 * (sku_id, quantity), so that the caller can tell by `digestOfCart` whether it is still the cart that a guarantee was given for.
 */
export const takenFromCart = ({ memberId, store }: { memberId: string; store: string }, skuIds: number[]): Sql => sql`
    cart as (
      select sku_id, quantity from cart.lines
      where member_id = ${memberId} and store = ${store} order by sku_id for update
    ), taken_from_cart as (
      delete from cart.lines where member_id = ${memberId} and store = ${store} and sku_id = any(${skuIds}::int[])
    )`
