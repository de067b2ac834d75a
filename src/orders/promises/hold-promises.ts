/** What a halt that holds guarantees does to them and to the unpaid orders made of them. */
import { sql, type Tx } from '../../db/database.ts'
import type { Halt } from '../../pricing/halt-prices.ts'

/**
 * Every open guarantee and unpaid order of the store keeps for as long as the hold may last, so that nobody loses time to it; of an order that
 * waits for a transfer alone its other ways to pay stay over. In the transaction of the halt. Nothing for a halt under which guarantees are honoured.
 */
export async function holdPromises(tx: Tx, { id, store, holdSeconds }: Halt): Promise<void> {
  if (holdSeconds === null) return
  const hold = sql`make_interval(secs => ${holdSeconds}::int)`
  const longer = sql`expires_at = case when expires_at > now() then expires_at + ${hold} else expires_at end, held_by = ${id}::int`
  await tx.run(sql`update orders.guarantees set ${longer}
    where store = ${store} and used_at is null and released_at is null and expires_at > now()`)
  await tx.run(sql`update orders.orders set ${longer}, transfer_until = transfer_until + ${hold}
    where store = ${store} and state = 'pending_payment' and coalesce(transfer_until, expires_at) > now()`)
}

/**
 * What of the longest hold was not needed is taken off again: each promise ends as much later as it was held. In the
 * transaction that resumes the price.
 */
export async function releasePromises(tx: Tx, { id, holdSeconds, lastedSeconds }: Halt): Promise<void> {
  if (holdSeconds === null || lastedSeconds >= holdSeconds) return
  const unneeded = sql`make_interval(secs => ${holdSeconds - lastedSeconds}::int)`
  // What the halt made longer is still to come: it lasted less than the longest hold.
  const sooner = sql`expires_at = case when expires_at > now() then expires_at - ${unneeded} else expires_at end`
  await tx.run(sql`update orders.guarantees set ${sooner}
    where held_by = ${id}::int and used_at is null and released_at is null`)
  await tx.run(sql`update orders.orders set ${sooner}, transfer_until = transfer_until - ${unneeded}
    where held_by = ${id}::int and state = 'pending_payment'`)
}
