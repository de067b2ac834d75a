import { sql, type Tx } from '../db/database.ts'

/** Forgets every address of a member, removed ones too. Orders have copies of their own. */
export const forgetAddresses = (tx: Tx, memberId: string): Promise<number> =>
  tx.run(sql`delete from delivery.addresses where member_id = ${memberId}`)
