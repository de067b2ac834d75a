/** What identity has under the master key: the secrets of authenticator apps. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { sealedFor } from './match-second-factor.ts'

export const identitySealed: readonly SealedKind[] = [
  {
    read: (
      after,
    ) => sql`select member_id as id, member_id as owner, sealed_secret as sealed from identity.authenticators
      where member_id > ${after} order by member_id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update identity.authenticators set sealed_secret = ${anew} where member_id = ${id} and sealed_secret = ${sealed}`,
    about: ({ owner }) => sealedFor(owner),
  },
]
