/** What cases have under the master key: the keys of papers. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { aboutKey } from '../credentials/sealed-file.ts'
import { sql } from '../db/database.ts'

export const casesSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, wrapped_key as sealed from cases.documents
      where id > ${after} and wrapped_key is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update cases.documents set wrapped_key = ${anew} where id = ${id} and wrapped_key = ${sealed}`,
    about: ({ id, owner }) => aboutKey({ memberId: owner, documentId: id }),
  },
]
