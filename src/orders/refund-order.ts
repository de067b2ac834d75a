import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'

/** Refuses not_found for somebody else's order, else refund_not_open: refunds come with a later release and change nothing yet. */
export async function refuseRefund(
  karat: Karat,
  member: { id: string; store: string },
  orderId: string,
): Promise<never> {
  const order = await karat.db.row(
    sql`select 1 from orders.orders where id = ${orderId} and member_id = ${member.id} and store = ${member.store}`,
  )
  throw new Refusal(order ? 'refund_not_open' : 'not_found')
}
