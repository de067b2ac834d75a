/** What payouts have under the master key: the numbers of accounts, also of removed ones, which say where money went. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { aboutAccount } from './bind-destination.ts'

export const payoutsSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, number_sealed as sealed from payouts.destinations
      where id > ${after} and number_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update payouts.destinations set number_sealed = ${anew} where id = ${id} and number_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutAccount(owner, id),
  },
]
