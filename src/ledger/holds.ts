/** Money and grams of a member set aside for a purpose: placed, then released or used, once (G13). */
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type Hold, heldAccount, holdPlaced, holdReleased } from './hold-postings.ts'
import { postTransfer } from './post-transfer.ts'
import type { Posting } from './posting-rules.ts'

/** `subject` is the id of what it is for; `amount` is in the asset's smallest unit. */
type PlacedHold = Hold & { purpose: string; subject: string }

/**
 * What a purpose does, in the transaction in which its hold was released because its time was over. `before`: takes what stands before the hold in
 * the order of locks (decision 0104), where others who end it hold that first.
 */
export type HoldPurpose = {
  before?(tx: Tx, hold: Pick<PlacedHold, 'memberId' | 'store'>): Promise<unknown>
  expired(tx: Tx, hold: PlacedHold): Promise<void>
}
export type HoldPurposes = Readonly<Record<string, HoldPurpose>>

type Wanted = Omit<PlacedHold, 'id'> & { seconds: number; actor: string }

/**
 * The amount is held for `seconds` of the database's clock, and no longer the member's to spend; answers the hold's id.
 *
 * Refuses, in this order: hold_exists when the subject has an open hold, balance_too_low.
 */
export async function placeHold(tx: Tx, { seconds, actor, ...wanted }: Wanted): Promise<string> {
  const hold = { ...wanted, id: newId() }
  await tx
    .run(sql`
      insert into ledger.holds (id, store, member_id, asset, amount, purpose, subject, expires_at)
      values (${hold.id}, ${hold.store}, ${hold.memberId}, ${hold.asset}, ${hold.amount}, ${hold.purpose}, ${hold.subject},
        clock_timestamp() + ${seconds} * interval '1 second')`)
    .catch((error) => {
      throw brokenConstraint(error) === 'hold_of_a_subject_is_single' ? new Refusal('hold_exists') : error
    })
  await postTransfer(tx, holdPlaced(hold, actor))
  return hold.id
}

/** All of it is the member's to spend again, before its end or after. Refuses hold_resolved. */
export async function releaseHold(tx: Tx, id: string, actor: string): Promise<PlacedHold> {
  const hold = await resolve(tx, id, sql`state = 'released'`)
  await postTransfer(tx, holdReleased(hold, hold.amount, actor))
  return hold
}

/**
 * What is held goes where `posting` of the hold's purpose leads; what that leaves is released with it.
 *
 * Refuses, in this order: hold_resolved; hold_expired from its end on. A posting that takes nothing from the hold's own account, or more
 * than the hold has, is a defect and throws.
 */
export async function useHold(tx: Tx, id: string, posting: Posting): Promise<PlacedHold> {
  const used = takenFromHeld(posting)
  const hold = await resolve(tx, id, sql`state = 'used', used = ${used}`)
  const own = heldAccount(hold)
  const elsewhere = posting.legs.some(
    ({ account }) => isHeld(account.kind) && account.owner + account.asset !== own.owner + own.asset,
  )
  if (elsewhere) throw new Error(`${posting.kind} ${posting.reference} moves what hold ${id} does not hold`)
  await postTransfer(tx, posting)
  if (used < hold.amount) await postTransfer(tx, holdReleased(hold, hold.amount - used, posting.actor))
  return hold
}

/** Whether a hold is open, as an SQL expression. */
export const isPlaced = (holdId: Sql): Sql =>
  sql`exists (select from ledger.holds h where h.id = ${holdId} and h.state = 'placed')`

/** When the time of a hold is over, as an SQL expression. */
export const endOfHold = (holdId: string): Sql => sql`(select h.expires_at from ledger.holds h where h.id = ${holdId})`

const isHeld = (kind: string) => kind === 'cash_held' || kind === 'gold_held'

const takenFromHeld = ({ legs }: Posting): bigint =>
  legs.reduce((sum, { account, amount }) => (isHeld(account.kind) ? sum - amount : sum), 0n)

/** Of several that resolve one hold, one gets it: the row is claimed while it is open, and the database says whether it is in time. */
async function resolve(tx: Tx, id: string, to: Sql): Promise<PlacedHold> {
  const hold = await tx
    .row<PlacedHold>(sql`
      update ledger.holds set ${to} where id = ${id} and state = 'placed'
      returning id, store, member_id as "memberId", asset, amount, purpose, subject`)
    .catch((error) => {
      throw brokenConstraint(error) === 'hold_is_in_time' ? new Refusal('hold_expired') : error
    })
  if (!hold) throw new Refusal('hold_resolved')
  return hold
}
