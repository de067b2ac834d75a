/** Orders whose parcel was lost and paid back: over, though product.md knows no other state for them than `shipped`. */
import { type Sql, sql } from '../../db/database.ts'
import type { OrderState } from '../core/order-rules.ts'

/** Of the order `o`. */
export const isPaidBack = sql`(o.state = 'shipped' and exists (
  select from orders.lost_parcels l where l.order_id = o.id and l.ended = 'paid_back'))`

/** The state that the tabs count the order `o` under. */
export const tabState = sql`case when ${isPaidBack} then 'cancelled' else o.state end`

/** Whether the order `o` stands in a tab of these states. */
export function inTab(states: readonly OrderState[]): Sql {
  const candidates = states.includes('cancelled') ? [...states, 'shipped'] : [...states]
  return sql`(o.state = any(${candidates}::text[]) and ${tabState} = any(${[...states]}::text[]))`
}
