/** Whether what was promised may be bought and paid now: judged by the database where the promise is used. */
import { type Sql, sql } from '../../db/database.ts'
import { holdsGuarantees } from '../../pricing/halt-prices.ts'

export type Standing = 'price_on_hold' | 'guarantee_void' | null

/** What is only listed for a person to decide (window-rules.ts) is kept as it was promised. */
const isTakenBack = (kind: 'guarantee' | 'order', id: string | Sql): Sql =>
  sql`exists (select from orders.window_sales where kind = ${kind} and sale_id = ${id} and state not in ('listed', 'left'))`

/** What stands in the way of paying an order, as an SQL expression of type text; null: nothing. */
export const whyUnpayable = ({ store, orderId }: { store: string; orderId: string | Sql }): Sql =>
  sql`case when ${isTakenBack('order', orderId)} then 'price_withdrawn' when ${holdsGuarantees(store)} then 'price_on_hold' end`

/**
 * What stands in the way of making an order of a guarantee, as an SQL expression of type text (`Standing`): `guarantee_void` when a
 * price window takes it back, `price_on_hold` while staff hold what was promised; null: nothing.
 */
export const whyUnordered = ({ id, store }: { id: string; store: string }): Sql =>
  sql`case when ${isTakenBack('guarantee', id)} then 'guarantee_void' when ${holdsGuarantees(store)} then 'price_on_hold' end`
