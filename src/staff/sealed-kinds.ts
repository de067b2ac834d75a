/** What the staff have under the master key: the secrets of their authenticators. An invitation lives a day, and keeps its own. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { aboutTotp } from './sign-in.ts'

export const staffSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, id as owner, totp_sealed as sealed from staff.people
      where id > ${after} and totp_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update staff.people set totp_sealed = ${anew} where id = ${id} and totp_sealed = ${sealed}`,
    about: ({ owner }) => aboutTotp(owner),
  },
  {
    read: (after) => sql`select id, id as owner, totp_next_sealed as sealed from staff.people
      where id > ${after} and totp_next_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update staff.people set totp_next_sealed = ${anew} where id = ${id} and totp_next_sealed = ${sealed}`,
    about: ({ owner }) => aboutTotp(owner),
  },
]
