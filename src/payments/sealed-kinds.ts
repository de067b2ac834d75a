/** What payments have under the master key: what mandates are charged with. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { aboutMandate } from './mandates.ts'

export const paymentsSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, token_sealed as sealed from payments.mandates
      where id > ${after} and token_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update payments.mandates set token_sealed = ${anew} where id = ${id} and token_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutMandate(owner, id),
  },
]
