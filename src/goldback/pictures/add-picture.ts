/** Pictures that go with a case: the staff's of the assay, the member's of a piece or of a paper. */
import { v7 as newId } from 'uuid'
import { sealFile } from '../../credentials/sealed-file.ts'
import { sql, type Tx } from '../../db/database.ts'
import { readImage } from '../../files/read-image.ts'
import type { UploadLine } from '../../files/upload-line.ts'
import { takeImage } from '../../files/use-files.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { Holder } from '../../vault/holder.ts'
import { readCase } from '../case-queries.ts'
import { type OwnPictureKind, type PictureKind, takesPicture } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { type HeldCase, holdCase, holdOwnCase } from '../hold-case.ts'
import { refuseState } from '../move-case.ts'

type Own = { caseId: string; kind: OwnPictureKind; imageId: string }

/**
 * A picture that the member uploaded belongs to the case, sealed, and is among the uploaded ones no more.
 *
 * Refuses not_found for a case or picture that is not theirs; goldback_state once it is decided; file_limit.
 */
export const addOwnPicture = (
  karat: Bag<'goldback'>,
  member: Holder & { language: string },
  { caseId, kind, imageId }: Own,
  request: Once,
): Promise<GoldBackCaseView> =>
  once(karat.db, request, async (tx) => {
    const held = await holdOwnCase(tx, member, caseId)
    const picture = await takeImage(tx, { memberId: member.memberId, id: imageId, purpose: 'gold_back' })
    await keep(tx, karat, held, { kind, picture, actor: `member:${member.memberId}` })
    return readCase(tx, karat, member, caseId)
  })

/**
 * A picture of the assay belongs to the case, and its member sees it.
 *
 * Refuses not_found; goldback_state before it is received and once it is decided; file_limit; permission_missing; file_type,
 * file_too_many_pixels, file_unreadable, overloaded.
 */
export async function addAssayPicture(
  karat: Bag<'goldback'>,
  staff: Staff,
  { caseId, file }: { caseId: string; file: Uint8Array },
  inTurn: UploadLine['inTurn'],
): Promise<{ picture_id: string }> {
  const picture = await inTurn(() => readImage(file))
  return karat.db.transaction(async (tx) => {
    const held = await holdCase(tx, caseId)
    const id = await keep(tx, karat, held, { kind: 'assay', picture, actor: `staff:${staff.id}` })
    await recordAction(tx, staff, {
      ...{ action: 'goldback.inspect', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_picture_added', case: held.number, picture: id },
    })
    return { picture_id: id }
  })
}

type Photographed = { memberId: string; caseId: string; pieces: readonly { images?: string[]; form?: unknown }[] }

/** Photographs that a piece was described with, and papers that show whose one is, are of its case. Refuses not_found for one that is not the member's, or not there any more. */
export async function keepPhotographs(tx: Tx, karat: Bag<'goldback'>, { memberId, caseId, pieces }: Photographed) {
  for (const [position, { images = [], form }] of pieces.entries())
    for (const id of images) {
      const picture = await takeImage(tx, { memberId, id, purpose: 'gold_back' })
      await insert(
        tx,
        karat,
        { id: caseId, memberId },
        { kind: form ? 'piece' : 'paper', picture, position, actor: `member:${memberId}` },
      )
    }
}

type Kept = {
  kind: PictureKind
  picture: { content: Buffer; width: number; height: number }
  actor: string
  position?: number
}

/** The case is held, so that pictures are counted one after the other. */
async function keep(tx: Tx, karat: Bag<'goldback'>, held: HeldCase, kept: Kept): Promise<string> {
  const { id: caseId, state } = held
  const { kind } = kept
  if (!takesPicture(state, kind)) await refuseState(tx, caseId)
  const limit = settings.goldback.mostPictures
  const there = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from goldback.pictures where case_id = ${caseId} and position is null and (kind = 'assay') = ${kind === 'assay'}`)
  if ((there?.count ?? 0) >= limit) throw new Refusal('file_limit', { limit })
  return insert(tx, karat, held, kept)
}

type Of = Pick<HeldCase, 'id' | 'memberId'>

async function insert(
  tx: Tx,
  karat: Bag<'goldback'>,
  { id: caseId, memberId }: Of,
  { kind, picture, actor, position }: Kept,
): Promise<string> {
  const id = newId()
  const { wrappedKey, content } = sealFile(karat.sealing, { memberId, documentId: id }, picture.content)
  await tx.run(sql`
    insert into goldback.pictures (id, case_id, member_id, kind, wrapped_key, content, width, height, added_by, position)
    values (${id}, ${caseId}, ${memberId}, ${kind}, ${wrappedKey}, ${content}, ${picture.width}, ${picture.height}, ${actor}, ${position ?? null})`)
  return id
}
