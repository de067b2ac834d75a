/** Orders whose end a round could not bring about: tried again later, so that fifty of them hold up nobody. */
import { sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'

const PUT_OFF_SECONDS = 300

/** For `orders.orders`: not put off. */
export const isEndDue = sql`coalesce(end_next_try_at, '-infinity') <= now()`

/** One that somebody holds at this moment is not put off: it is looked at again in the next round. */
export async function putOffEnd(
  { db, log }: Pick<Karat, 'db' | 'log'>,
  orderId: string,
  { error, says }: { error: unknown; says: string },
): Promise<void> {
  log.warn({ err: error, order: orderId }, says)
  await db.run(sql`
    update orders.orders set end_next_try_at = now() + make_interval(secs => ${PUT_OFF_SECONDS}::int)
    where id = (select id from orders.orders where id = ${orderId} for update skip locked)`)
}
