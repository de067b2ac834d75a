import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

/** The member can sign in again, with the factors they have. Whoever froze the account, staff may open it. Refuses not_found when it is not frozen, or closed for good. */
export async function unfreezeAccount(tx: Tx, memberId: string): Promise<void> {
  const opened = await tx.run(sql`update identity.members set frozen_at = null, frozen_by = null
    where id = ${memberId} and frozen_at is not null and closed_at is null`)
  if (opened === 0) throw new Refusal('not_found')
}
