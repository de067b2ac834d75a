/** When what was paid for an order may leave the house, said before anybody tries. */
import type { Queryable } from '../db/database.ts'
import { clearanceOf } from '../payments/clearance.ts'
import { settings } from '../settings.ts'
import { isNewBuyer } from './buyer-queries.ts'
import type { OrderState } from './order-rules.ts'

type Asked = { id: string; state: OrderState; memberId: string }

/** What the money of an order that is still in the house waits for, as the moves of the staff judge it (fulfil-order.ts). */
export async function describeWaiting(db: Queryable, { id, state, memberId }: Asked) {
  if (state !== 'paid' && state !== 'preparing') return { disputed: false, short: false, clearing: null }
  const isNew = await isNewBuyer(db, memberId)
  const { disputed, short, clearsAt } = await clearanceOf(db, id, { isNew })
  const { days, newPayerDays } = settings.clearing.card
  const clearing = clearsAt && { until: clearsAt.toISOString(), days: isNew ? newPayerDays : days }
  return { disputed, short, clearing }
}
