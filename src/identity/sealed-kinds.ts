/** What identity has under the master key: the secrets of authenticator apps, and members' audit keys. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { auditKeyOf } from './audit-keys.ts'
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
  {
    read: (after) => sql`select member_id as id, member_id as owner, sealed_key as sealed from identity.audit_keys
      where member_id > ${after} order by member_id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update identity.audit_keys set sealed_key = ${anew} where member_id = ${id} and sealed_key = ${sealed}`,
    about: ({ owner }) => auditKeyOf(owner),
  },
]
