/** The signature under a contract, sealed. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'

type Owner = { memberId: string; requestId: string }
const aboutSignature = ({ memberId, requestId }: Owner) => `business signature ${memberId} ${requestId}`

export const sealSignature = ({ sealing }: Pick<Bag<'business'>, 'sealing'>, owner: Owner, content: Buffer): Buffer =>
  sealing.seal(content, aboutSignature(owner))

export const openSignature = ({ sealing }: Pick<Bag<'business'>, 'sealing'>, owner: Owner, sealed: Buffer): Buffer =>
  sealing.open(sealed, aboutSignature(owner))

export const businessSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select request_id as id, member_id as owner, signature_sealed as sealed from business.contracts
      where request_id > ${after} and signature_sealed is not null order by request_id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update business.contracts set signature_sealed = ${anew} where request_id = ${id} and signature_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutSignature({ memberId: owner, requestId: id }),
  },
]
