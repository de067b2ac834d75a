import { sql, type Tx } from '../db/database.ts'

/** Removes every payout account of a member: as proof of where money went they stay as long as every removed one. */
export async function removeDestinations(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update payouts.destinations set removed_at = now(), is_default = false
    where member_id = ${memberId} and removed_at is null`)
}
