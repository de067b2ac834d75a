import type { Tx } from '../db/database.ts'
import { isClosed } from '../identity/member-queries.ts'
import type { Currency } from '../money/money.ts'
import { hasRoom } from './deposit-float.ts'
import { holdPlace } from './holder.ts'

/** Whether a member's cash balance with a store may take so much more: the store keeps balances and has room, and they are a member still. */
export async function mayHaveCash(
  tx: Tx,
  { member_id: memberId, store, currency }: { member_id: string; store: string; currency: Currency },
  amount: bigint,
): Promise<boolean> {
  if (await isClosed(tx, memberId)) return false
  await holdPlace(tx, { memberId, store })
  return hasRoom(tx, { store, currency, amount })
}
