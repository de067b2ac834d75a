/** What the office is told before it takes money for an order at the counter. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'
import { counterMethods } from '../../payments/method-rules.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { currencyOf, settingOf, timeZoneOf } from '../../stores/stores.ts'
import type { OrderState } from '../core/order-rules.ts'
import { type CounterSetting, whyNotTaken } from './counter-rules.ts'
import { settingFor, takesTwo } from './take-payment.ts'

type Unpaid = {
  id: string
  member_id: string
  store: string
  state: OrderState
  currency: Currency
  total_minor: bigint
  expires_at: Date
  now: Date
}
type Row = { said: Partial<CounterSetting> | null; own: Currency; day: string }

/** By what its store takes it there, whether that takes a second person, and whether one was asked; null where nothing is to be taken. */
export async function describeCounter(db: Queryable, order: Unpaid) {
  if (order.state !== 'pending_payment' || order.expires_at <= order.now) return null
  const row = await db.row<Row>(sql`
    select ${settingOf(sql`${order.store}`, 'pay_counter')} as said, ${currencyOf(sql`${order.store}`)} as own,
      (now() at time zone ${timeZoneOf(sql`${order.store}`)})::date::text as day`)
  if (!row) throw new Error('a statement without a row')
  const [total, of] = [order.total_minor, order.currency]
  const methods = counterMethods.filter((method) => !whyNotTaken({ ...settingFor(row), method, total, of }))
  if (methods.length === 0) return null
  return {
    methods,
    takes_two: await takesTwo(db, { ...order, total, day: row.day }),
    asked: (await findWaiting(db, 'orders.counter_payment', [order.id])).has(order.id),
  }
}
