/** What kyc has under the master key: the keys of documents, numbers of cards, tax numbers. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { aboutKey } from '../credentials/sealed-file.ts'
import { sql } from '../db/database.ts'
import { aboutNumber } from './auth-real-name.ts'
import { aboutTaxNumber } from './tell-funds.ts'

export const kycSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, wrapped_key as sealed from kyc.documents
      where id > ${after} and wrapped_key is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.documents set wrapped_key = ${anew} where id = ${id} and wrapped_key = ${sealed}`,
    about: ({ id, owner }) => aboutKey({ memberId: owner, documentId: id }),
  },
  {
    read: (after) => sql`select member_id as id, member_id as owner, number_sealed as sealed from kyc.real_names
      where member_id > ${after} order by member_id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.real_names set number_sealed = ${anew} where member_id = ${id} and number_sealed = ${sealed}`,
    about: ({ owner }) => aboutNumber(owner),
  },
  {
    read: (after) => sql`select member_id as id, member_id as owner, tax_number_sealed as sealed from kyc.funds
      where member_id > ${after} order by member_id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.funds set tax_number_sealed = ${anew} where member_id = ${id} and tax_number_sealed = ${sealed}`,
    about: ({ owner }) => aboutTaxNumber(owner),
  },
]
