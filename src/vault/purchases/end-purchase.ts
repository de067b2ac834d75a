/** A purchase whose money has not come is over: its price binds nobody any more, and its charge is to take no money. */
import { type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { returnDayLimit } from '../../kyc/take-day-limit.ts'
import { wantChargesClosed } from '../../payments/close-charge.ts'
import { Refusal } from '../../refusals.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { dayReference, type PurchaseState } from './purchase-rules.ts'

/** Open purchases are over. How many. The places of their members are held by the caller. */
export async function endOpen(tx: Tx, which: Sql, to: 'expired' | 'cancelled'): Promise<number> {
  const ended = await tx.rows<{ id: string }>(sql`
    update vault.purchases set state = ${to} where state = 'open' and ${which} returning id`)
  for (const { id } of ended) {
    await returnDayLimit(tx, dayReference(id))
    await wantChargesClosed(tx, id)
  }
  return ended.length
}

/** The member gives it up; a run of a savings plan ends with its plan alone. Refuses not_found; purchase_state with the state it is in once it is over. */
export const cancelPurchase = (db: Karat['db'], holder: Holder, id: string, request: Once): Promise<{ id: string }> =>
  once(db, request, async (tx) => {
    await holdPlace(tx, holder)
    const ended = await endOpen(tx, sql`id = ${id} and ${ofHolder(holder)} and mandate_id is null`, 'cancelled')
    if (ended === 0) await refuseState(tx, holder, id)
    return { id }
  })

const ofHolder = ({ memberId, store }: Holder) => sql`member_id = ${memberId} and store = ${store}`

/** Refuses not_found for somebody else's, and purchase_state. */
export async function refuseState(db: Queryable, holder: Holder, id: string): Promise<never> {
  const row = await db.row<{ state: PurchaseState }>(sql`
    select state from vault.purchases where id = ${id} and ${ofHolder(holder)}`)
  if (!row) throw new Refusal('not_found')
  // One that is open by its row has run out of time by the clock.
  throw new Refusal('purchase_state', { state: row.state === 'open' ? 'expired' : row.state })
}

/** Ends purchases whose time is up by the database's clock; each in a transaction of its own, so that none holds up another. */
export async function expirePurchases({ db, log }: Pick<Karat, 'db' | 'log'>): Promise<number> {
  const overdue = await db.rows<{ id: string; memberId: string; store: string }>(sql`
    select id, member_id as "memberId", store from vault.purchases where state = 'open' and expires_at <= now() order by expires_at limit 100`)
  let expired = 0
  for (const { id, ...member } of overdue)
    expired += await db
      .transaction(async (tx) => {
        await holdPlace(tx, member)
        return endOpen(tx, sql`id = ${id} and expires_at <= now()`, 'expired')
      })
      .catch((error) => {
        log.warn({ err: error, purchase: id }, 'purchase cannot be expired')
        return 0
      })
  return expired
}
