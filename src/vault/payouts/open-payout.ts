import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { placeHold } from '../../ledger/holds.ts'
import { settings } from '../../settings.ts'
import type { Holder } from '../holder.ts'
import { PAYOUT_PURPOSE } from './payout-rules.ts'

type Wanted = { holderId: string; amount: bigint; destinationId: string; undoSeconds: number }

/**
 * The amount is held and paid out once `undoSeconds` have passed; answers the payout's id. The member's place is held by the caller, who
 * has judged what may leave. Refuses balance_too_low.
 */
export async function openPayout(
  tx: Tx,
  { memberId, store, currency }: Holder,
  { holderId, amount, destinationId, undoSeconds }: Wanted,
): Promise<string> {
  const id = newId()
  const holdId = await placeHold(tx, {
    ...{ store, memberId, asset: currency, amount, actor: `member:${memberId}` },
    ...{ purpose: PAYOUT_PURPOSE, subject: id, seconds: settings.payouts.holdSeconds },
  })
  await tx.run(sql`
    insert into vault.payouts (id, number, holder_id, member_id, store, currency, amount_minor, destination_id, provider, hold_id, next_try_at)
    values (${id}, 'W' || nextval('vault.payout_numbers'), ${holderId}, ${memberId}, ${store}, ${currency}, ${amount}, ${destinationId},
      'sandbox', ${holdId}, now() + make_interval(secs => ${undoSeconds}::int))`)
  return id
}
