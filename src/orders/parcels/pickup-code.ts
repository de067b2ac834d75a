/** The code with which a buyer collects an order: made from a secret and the order whenever it is needed, stored nowhere. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type Drawn, drawQr } from '../../credentials/draw-qr.ts'
import { sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'

/** Crockford's base 32: nothing that is taken for something else when it is read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** Eight characters, 40 bits. The key is derived from PIN_KEY for this use alone. */
export function pickupCodeOf({ config }: Pick<Karat, 'config'>, orderId: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.PIN_KEY, '', 'karat pickup code 1', 32))
  const digest = createHmac('sha256', key).update(orderId).digest()
  return Array.from(digest.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')
}

/** The code as squares to scan. */
export const drawPickupCode = (number: string, code: string): Drawn => drawQr(`karat:pickup:${number}:${code}`, 'Q')

type PickupCheck =
  | { outcome: 'right' }
  | { outcome: 'wrong'; left: number }
  /** No tries are left: the order is handed over only after somebody has looked into it. */
  | { outcome: 'locked' }
  | { outcome: 'not_ready' }

/**
 * Compares what somebody at the counter says with the code of an order that is ready to be collected, in constant time. A
 * try is taken before the comparison, so of any number at once no more are compared than the settings allow; the right
 * code gives the tries back. Spaces, hyphens and case do not count.
 */
export async function checkPickupCode(
  karat: Pick<Karat, 'config' | 'db' | 'settings'>,
  { orderId, code }: { orderId: string; code: string },
): Promise<PickupCheck> {
  const most = karat.settings.papers.pickupTries
  const taken = await karat.db.row<{ used: number }>(sql`
    insert into orders.pickup_tries as t (order_id, used)
    select id, 1 from orders.orders where id = ${orderId} and state = 'ready_for_pickup' and delivery->>'mode' = 'pickup'
    on conflict (order_id) do update set used = t.used + 1, last_at = now() where t.used < ${most}::int returning used`)
  if (!taken) return (await isReady(karat, orderId)) ? { outcome: 'locked' } : { outcome: 'not_ready' }
  const said = code
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (!isSame(said, pickupCodeOf(karat, orderId))) return { outcome: 'wrong', left: most - taken.used }
  await karat.db.run(sql`update orders.pickup_tries set used = 0 where order_id = ${orderId}`)
  return { outcome: 'right' }
}

const isReady = ({ db }: Pick<Karat, 'db'>, orderId: string) =>
  db.row(
    sql`select 1 from orders.orders where id = ${orderId} and state = 'ready_for_pickup' and delivery->>'mode' = 'pickup'`,
  )

/** Digests are of one length, whatever was said. */
function isSame(said: string, code: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(said), digest(code))
}
