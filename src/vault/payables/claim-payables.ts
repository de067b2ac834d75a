/** A member names the account that money they are owed goes to. */
import { sql } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { requireDestination } from '../../payouts/require-destination.ts'
import { Refusal } from '../../refusals.ts'
import { type Holder, holdPlace } from '../holder.ts'

type Claim = { destinationId: string; pin: string }

/**
 * All that waits for the member in the store is paid out to this account as soon as it may leave. How much waits so is answered.
 *
 * Refuses, in this order: as checkPin; as requireNamed; nothing_waits.
 */
export async function claimPayables(
  karat: Bag<'vault'>,
  holder: Holder,
  { destinationId, pin }: Claim,
  request: Once,
): Promise<{ count: number }> {
  const { memberId, store } = holder
  await checkPin(karat, memberId, pin)
  return once(karat.db, request, async (tx) => {
    await holdPlace(tx, holder)
    await requireNamed(tx, holder, destinationId)
    const count = await tx.run(sql`
      update vault.payables set destination_id = ${destinationId}, waits_for = null, next_look_at = now()
      where member_id = ${memberId} and store = ${store} and state = 'waiting'`)
    if (count === 0) throw new Refusal('nothing_waits')
    return { count }
  })
}

/** An account of the member's in their verified name, which may still be too new to be paid to. Refuses as requireDestination for anything else. */
export async function requireNamed(
  ...[tx, holder, destinationId]: Parameters<typeof requireDestination>
): Promise<void> {
  await requireDestination(tx, holder, destinationId).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'payout_cooling')) throw error
  })
}
