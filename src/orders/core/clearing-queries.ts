/** When what was paid for an order may leave the house, said before anybody tries. */
import type { Queryable } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'
import { clearanceOf, clearingDays, daysFor } from '../../payments/clearance.ts'
import { isNewBuyer } from './buyer-queries.ts'
import type { OrderState } from './order-rules.ts'

type Asked = { id: string; state: OrderState; memberId: string }

/** What the money of an order that is still in the house waits for, as the moves of the staff judge it (fulfil-order.ts). */
export async function describeWaiting(db: Queryable, { id, state, memberId }: Asked) {
  if (state !== 'paid' && state !== 'preparing') return { disputed: false, short: false, clearing: null }
  const isNew = await isNewBuyer(db, memberId)
  const { disputed, short, clearsAt } = await clearanceOf(db, id, { isNew })
  const clearing = clearsAt && { until: clearsAt.toISOString(), days: daysFor(isNew) }
  return { disputed, short, clearing }
}

type Unpaid = { state: OrderState; memberId: string; currency: Currency; total: bigint }

/** For how many days an order that waits for its money would wait once more if it was paid by card now; null when it would not. */
export const describeClearing = async (db: Queryable, { state, ...order }: Unpaid): Promise<number | null> =>
  state === 'pending_payment' ? clearingDays(db, { ...order, isNew: await isNewBuyer(db, order.memberId) }) : null
