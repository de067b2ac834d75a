import { sql, type Tx } from '../db/database.ts'

/** Forgets every payout account of a member, removed ones too. What was paid stands in the ledger. */
export const forgetDestinations = (tx: Tx, memberId: string): Promise<number> =>
  tx.run(sql`delete from payouts.destinations where member_id = ${memberId}`)
