/** The signature under a consignment, sealed. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { addressesSealed } from './case-address.ts'
import { picturesSealed } from './pictures/forget-pictures.ts'

const aboutSignature = (memberId: string, caseId: string) => `goldback signature ${memberId} ${caseId}`

const aboutConsent = (memberId: string, meltingId: string) => `goldback melting ${memberId} ${meltingId}`

type Owner = { memberId: string; caseId: string }
type Consenting = { memberId: string; meltingId: string }

export const sealSignature = (
  { sealing }: Pick<Bag<'goldback'>, 'sealing'>,
  { memberId, caseId }: Owner,
  content: Buffer,
) => sealing.seal(content, aboutSignature(memberId, caseId))

export const openSignature = (
  { sealing }: Pick<Bag<'goldback'>, 'sealing'>,
  { memberId, caseId }: Owner,
  sealed: Buffer,
): Buffer => sealing.open(sealed, aboutSignature(memberId, caseId))

/** Under a consent to melting. */
export const sealConsent = (
  { sealing }: Pick<Bag<'goldback'>, 'sealing'>,
  { memberId, meltingId }: Consenting,
  content: Buffer,
) => sealing.seal(content, aboutConsent(memberId, meltingId))

export const openConsent = (
  { sealing }: Pick<Bag<'goldback'>, 'sealing'>,
  { memberId, meltingId }: Consenting,
  sealed: Buffer,
): Buffer => sealing.open(sealed, aboutConsent(memberId, meltingId))

export const goldbackSealed: readonly SealedKind[] = [
  picturesSealed,
  addressesSealed,
  {
    read: (after) => sql`select id, member_id as owner, signature_sealed as sealed from goldback.cases
      where id > ${after} order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update goldback.cases set signature_sealed = ${anew} where id = ${id} and signature_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutSignature(owner, id),
  },
  {
    read: (
      after,
    ) => sql`select id, (select member_id from goldback.cases c where c.id = case_id) as owner, signature_sealed as sealed from goldback.meltings
      where signature_sealed is not null and id > ${after} order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update goldback.meltings set signature_sealed = ${anew} where id = ${id} and signature_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutConsent(owner, id),
  },
]
