/** The signature under a consignment: a picture of our own making, sealed. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'
import { readImage } from '../files/read-image.ts'
import { uploadLineOf } from '../files/upload-line.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'

const MOST_BYTES = 50_000
const aboutSignature = (memberId: string, caseId: string) => `goldback signature ${memberId} ${caseId}`

/** Refuses file_type, file_too_many_pixels, file_unreadable, overloaded; invalid_input (signature) for one too large to be one. */
export async function readSignature(karat: Bag<'goldback'>, drawn: string): Promise<Buffer> {
  const { content } = await uploadLineOf(karat).inTurn(() => readImage(Buffer.from(drawn, 'base64')))
  if (content.length > MOST_BYTES) throw invalidInput({ signature: problem('file_read') })
  return content
}

type Owner = { memberId: string; caseId: string }

export const sealSignature = (
  { sealing }: Pick<Bag<'goldback'>, 'sealing'>,
  { memberId, caseId }: Owner,
  content: Buffer,
) => sealing.seal(content, aboutSignature(memberId, caseId))

export const goldbackSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, signature_sealed as sealed from goldback.cases
      where id > ${after} order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update goldback.cases set signature_sealed = ${anew} where id = ${id} and signature_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutSignature(owner, id),
  },
]
