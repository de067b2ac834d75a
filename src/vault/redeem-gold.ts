/** Grams that pay the fine weight of an order's pieces: its member's, held, until serial numbers are assigned (decision 0077). */
import { v7 as newId } from 'uuid'
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { type HoldPurpose, placeHold, releaseHold, useHold as takeHeld } from '../ledger/holds.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Holder } from './holder.ts'
import { goldRedeemed, redemptionReturned } from './redemption-postings.ts'
import { requireCleared } from './uncleared.ts'

export const REDEMPTION_PURPOSE = 'redemption'

export type Redemption = {
  id: string
  store: string
  memberId: string
  weight: bigint
  holdId: string
  state: 'held' | 'used' | 'released'
  returned: bigint
}

/**
 * So many of the member's grams are held for an order of theirs. Their place is held by the caller.
 *
 * Refuses as requireCleared, and buying_closed while the store has less gold than it owes.
 */
export async function holdGrams(
  tx: Tx,
  holder: Holder,
  { orderId, weight }: { orderId: string; weight: bigint },
): Promise<void> {
  await requireCleared(tx, holder, 'gold', weight)
  const { memberId, store } = holder
  const holdId = await hold(tx, { memberId, store, orderId, weight, actor: `member:${memberId}` })
  await tx.run(sql`
    insert into vault.redemptions (id, order_id, member_id, store, weight_e4, hold_id)
    values (${newId()}, ${orderId}, ${memberId}, ${store}, ${weight}, ${holdId})`)
}

type Held = { memberId: string; store: string; orderId: string; weight: bigint; actor: string }

const hold = (tx: Tx, { memberId, store, orderId, weight: amount, actor }: Held) =>
  placeHold(tx, {
    ...{ memberId, store, asset: 'XAU', amount, actor, purpose: REDEMPTION_PURPOSE, subject: orderId },
    seconds: settings.redemption.holdSeconds,
  })

/** An order ends the hold of its grams; one that waits longer than a hold lasts has them held anew, in the transaction of the release. */
export const redemptionHolds: HoldPurpose = {
  async expired(tx, { subject: orderId, memberId, store, amount: weight }) {
    const holdId = await hold(tx, { memberId, store, orderId, weight, actor: 'system' })
    const renewed = await tx.run(sql`
      update vault.redemptions set hold_id = ${holdId} where order_id = ${orderId} and state = 'held'`)
    if (renewed !== 1) throw new Error(`a hold for no redemption: ${orderId}`)
  },
}

/** Whether grams are held for an order, as an SQL expression. */
export const gramsAreHeld = (orderId: Sql): Sql =>
  sql`exists (select from vault.redemptions redemption where redemption.order_id = ${orderId} and redemption.state = 'held')`

/** Whether a hold of grams for an order of a member ended since a moment, as an SQL expression. */
export const gramsEndedSince = (memberId: string, store: string, moment: Date): Sql => sql`
  exists (select from vault.redemptions redemption
    where redemption.member_id = ${memberId} and redemption.store = ${store} and redemption.ended_at > ${moment})`

/**
 * The grams of an order are the house's, since the member has numbered pieces. The order is held by the caller. Refuses hold_expired where
 * the round has not held them anew yet.
 */
export async function takeGrams(tx: Tx, orderId: string): Promise<void> {
  const redemption = await findRedemption(tx, orderId)
  if (redemption?.state !== 'held') throw new Error(`no grams are held for order ${orderId}`)
  await takeHeld(tx, redemption.holdId, goldRedeemed({ ...redemption, actor: 'system' }))
  await end(tx, redemption.id, 'used')
}

type Back = { occasion: string; actor: string; weight?: bigint }

/**
 * Grams that an order was paid with are the member's to spend again: `weight` of them, or all that have not gone back; none where none were
 * held. Held ones are released; the house gives back what it had taken. The order is held by the caller.
 *
 * Refuses gold_sold_out where the vault has no such grams left. The database refuses more than was used.
 */
export async function returnGrams(tx: Tx, orderId: string, { occasion, actor, weight }: Back): Promise<void> {
  const redemption = await findRedemption(tx, orderId)
  if (!redemption || redemption.state === 'released') return
  const { id, holdId, state } = redemption
  if (state === 'held') {
    if (weight !== undefined) throw new Error(`a part of what is held for order ${orderId} was to go back`)
    await releaseHold(tx, holdId, actor)
    return end(tx, id, 'released')
  }
  const back = weight ?? redemption.weight - redemption.returned
  if (back === 0n) return
  const returnId = newId()
  await tx.run(sql`
    insert into vault.redemption_returns (id, redemption_id, weight_e4, occasion) values (${returnId}, ${id}, ${back}, ${occasion})`)
  try {
    await postTransfer(tx, redemptionReturned({ ...redemption, id: returnId, weight: back, actor }))
  } catch (error) {
    throw error instanceof Refusal && error.code === 'balance_too_low' ? new Refusal('gold_sold_out') : error
  }
}

/** What an order was paid with in grams; undefined where none were held for it. */
export const findRedemption = (db: Queryable, orderId: string): Promise<Redemption | undefined> =>
  db.row<Redemption>(sql`
    select r.id, r.store, r.member_id as "memberId", r.weight_e4 as weight, r.hold_id as "holdId", r.state, (
      select coalesce(sum(b.weight_e4), 0)::bigint from vault.redemption_returns b where b.redemption_id = r.id) as returned
    from vault.redemptions r where r.order_id = ${orderId}`)

/** After the hold, which decides: whoever ends a hold whose time is over takes it first too. */
const end = async (tx: Tx, id: string, state: 'used' | 'released'): Promise<void> => {
  await tx.run(sql`update vault.redemptions set state = ${state}, ended_at = now() where id = ${id}`)
}

/** The order that a redemption paid, or that gave grams back. */
export const orderOfRedemption = async (db: Queryable, id: string): Promise<string | undefined> =>
  (
    await db.row<{ id: string }>(sql`
      select r.order_id as id from vault.redemptions r
      where r.id = coalesce((select redemption_id from vault.redemption_returns where id = ${id}), ${id}::uuid)`)
  )?.id
