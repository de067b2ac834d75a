/** A transfer that waits ends once: taken, recalled, or returned when its time is over. Its hold decides between them. */
import { hashOfToken } from '../credentials/session-token.ts'
import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { requireMayHold } from '../kyc/take-day-limit.ts'
import { type HoldPurpose, releaseHold, useHold } from '../ledger/holds.ts'
import { Refusal } from '../refusals.ts'
import { type Holder, heldGold, holdPlace } from './holder.ts'
import type { TransferView } from './transfer-contract.ts'
import { tellOfTransfer } from './transfer-letters.ts'
import { transferClaimed } from './transfer-postings.ts'
import { findTransfer } from './transfer-queries.ts'
import { requireAgreed } from './vault-agreement.ts'

type Waiting = { id: string; senderId: string; holdId: string; weight: bigint; isOver: boolean }
type Named = { transfer_id: string } | { token: string }

/**
 * The grams are the member's. The transfer is named by its recipient, or by whoever of the same store has the token of its link.
 *
 * Refuses, in this order: not_found; transfer_over when it has ended or its time is over; transfer_own for its sender; as requireAgreed;
 * verification_required when the member may not hold so much.
 */
export const claimTransfer = (
  karat: Bag<'vault'>,
  holder: Holder,
  { agreement, ...named }: Named & { agreement: string | undefined },
  request: Once,
): Promise<TransferView> =>
  once(karat.db, request, async (tx) => {
    const { memberId, store } = holder
    const transfer = await find(
      tx,
      store,
      'token' in named
        ? sql`claim_hash = ${hashOfToken(named.token)}`
        : sql`id = ${named.transfer_id} and recipient_id = ${memberId}`,
    )
    if (transfer.isOver) throw new Refusal('transfer_over')
    const { id, senderId, holdId, weight } = transfer
    if (senderId === memberId) throw new Refusal('transfer_own')
    await holdPlace(tx, holder)
    await requireAgreed(tx, holder, agreement)
    await requireMayHold(tx, holder, (await heldGold(tx, holder)) + weight)
    await useHold(tx, holdId, transferClaimed({ id, store, senderId, recipientId: memberId, weight })).catch(asOver)
    await end(tx, id, sql`state = 'accepted', recipient_id = ${memberId}`)
    await tellOfTransfer(tx, karat, id, 'claimed')
    return findTransfer(tx, holder, id)
  })

/** The grams are the sender's to spend again. Refuses not_found for a transfer that is not theirs; transfer_over when it has ended. */
export const recallTransfer = (karat: Bag<'vault'>, holder: Holder, id: string, request: Once): Promise<TransferView> =>
  once(karat.db, request, async (tx) => {
    const { holdId } = await find(tx, holder.store, sql`id = ${id} and member_id = ${holder.memberId}`)
    await releaseHold(tx, holdId, `member:${holder.memberId}`).catch(asOver)
    await end(tx, id, sql`state = 'recalled'`)
    return findTransfer(tx, holder, id)
  })

/** What happens when nobody took it in time: it is its sender's again, who is told. */
export const transferHolds = (karat: Bag<'vault'>): HoldPurpose => ({
  async expired(tx, { subject }) {
    await end(tx, subject, sql`state = 'returned'`)
    await tellOfTransfer(tx, karat, subject, 'returned')
  },
})

async function find(tx: Tx, store: string, named: Sql): Promise<Waiting> {
  const transfer = await tx.row<Waiting & { holdId: string | null }>(sql`
    select id, member_id as "senderId", hold_id as "holdId", weight_e4 as weight, state <> 'waiting' or ends_at <= now() as "isOver"
    from vault.transfers where store = ${store} and ${named}`)
  if (!transfer) throw new Refusal('not_found')
  if (!transfer.holdId) throw new Refusal('transfer_over')
  return transfer
}

async function end(tx: Tx, id: string, to: Sql): Promise<void> {
  const ended = await tx.run(
    sql`update vault.transfers set ${to}, ended_at = now() where id = ${id} and state = 'waiting'`,
  )
  if (ended !== 1) throw new Error(`a transfer whose hold was resolved has ended before: ${id}`)
}

function asOver(error: unknown): never {
  const isLate = error instanceof Refusal && (error.code === 'hold_resolved' || error.code === 'hold_expired')
  throw isLate ? new Refusal('transfer_over') : error
}
