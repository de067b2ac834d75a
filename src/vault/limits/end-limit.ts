/** A limit order ends once: filled, cancelled, over its time, or by the house. Its hold decides between them. */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag, Karat } from '../../karat.ts'
import { type HoldPurpose, releaseHold } from '../../ledger/holds.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type Holder, holdPlace } from '../holder.ts'
import type { LimitOrderView } from './limit-contract.ts'
import { tellOfLimit } from './limit-letters.ts'
import { findLimit } from './limit-queries.ts'
import type { Ending } from './limit-rules.ts'

/** What was set aside is the member's to spend again. Refuses not_found for one that is not theirs; limit_over when it has ended. */
export const cancelLimit = (karat: Bag<'vault'>, holder: Holder, id: string, request: Once): Promise<LimitOrderView> =>
  once(karat.db, request, async (tx) => {
    await holdPlace(tx, holder)
    const order = await tx.row<{ holdId: string; state: string }>(sql`
      select hold_id as "holdId", state from vault.limit_orders
      where id = ${id} and member_id = ${holder.memberId} and store = ${holder.store} for update`)
    if (!order) throw new Refusal('not_found')
    if (order.state !== 'open') throw new Refusal('limit_over')
    await releaseHold(tx, order.holdId, `member:${holder.memberId}`)
    await tx.run(sql`update vault.limit_orders set state = 'cancelled', ended_at = now() where id = ${id}`)
    return findLimit(tx, holder, id)
  })

/**
 * The house ends an open limit order: what was set aside is its member's again, who is told. Refuses not_found; permission_missing;
 * invalid_input (reason); limit_over.
 */
export const endLimitForStaff = (
  { db }: Pick<Karat, 'db'>,
  staff: Staff,
  { limitId, reason }: { limitId: string; reason: string },
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const known = await tx.row<{ memberId: string; store: string; number: string }>(sql`
      select member_id as "memberId", store, number from vault.limit_orders where id = ${limitId}`)
    if (!known) throw new Refusal('not_found')
    const { memberId, store, number } = known
    await holdPlace(tx, known)
    await recordAction(tx, staff, {
      ...{ action: 'vault.end_limit', subject: { kind: 'member', id: memberId }, store, reason },
      details: { did: 'end_limit', number },
    })
    const order = await tx.row<Open>(sql`
      select id, hold_id as "holdId" from vault.limit_orders where id = ${limitId} and state = 'open' for update`)
    if (!order) throw new Refusal('limit_over')
    await endLimits(tx, [order], 'house', `staff:${staff.id}`)
    return { done: true }
  })

type Open = { id: string; holdId: string }

/** So many limit orders are over by the house, and their member is told. Their place and the rows are held by the caller. */
async function endLimits(tx: Tx, orders: Open[], because: Ending, actor: string): Promise<void> {
  for (const { id, holdId } of orders) {
    await releaseHold(tx, holdId, actor)
    await tx.run(
      sql`update vault.limit_orders set state = 'ended', because = ${because}, ended_at = now() where id = ${id}`,
    )
    await tellOfLimit(tx, id, because === 'house' ? 'limit_ended' : 'limit_asked_back')
  }
}

/** The money that a member set aside to buy is their cash again, since a bank asks for it. Their place is held by the caller. */
export async function releaseBuys(tx: Tx, { memberId, store }: Pick<Holder, 'memberId' | 'store'>): Promise<void> {
  const orders = await tx.rows<Open>(sql`
    select id, hold_id as "holdId" from vault.limit_orders
    where member_id = ${memberId} and store = ${store} and side = 'buy' and state = 'open' order by id for update`)
  await endLimits(tx, orders, 'asked_back', 'system')
}

/** What happens when its time is over: what was set aside is its member's again, who is told. */
export const limitHolds: HoldPurpose = {
  before: holdPlace,
  async expired(tx, { subject: id }) {
    const ended = await tx.run(sql`
      update vault.limit_orders set state = 'expired', ended_at = now() where id = ${id} and state = 'open'`)
    if (ended !== 1) throw new Error(`a limit order whose hold was released has ended before: ${id}`)
    await tellOfLimit(tx, id, 'limit_expired')
  },
}
