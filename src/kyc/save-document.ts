import { v7 as newId } from 'uuid'
import { sealFile } from '../credentials/sealed-file.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { readImage } from '../files/read-image.ts'
import type { UploadLine } from '../files/upload-line.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { holdReviews, moveReview } from './move-review.ts'
import type { DocumentKind, ReviewState } from './review-rules.ts'

export type Sent = { memberId: string; kind: DocumentKind; file: Uint8Array }
type SavedDocument = { id: string; width: number; height: number; bytes: number }

/**
 * Keeps a picture as one of the member's documents, sealed, in place of the one of its kind. One that was sent before stays
 * for as long as the settings say; one that was not is destroyed. A rejected review becomes a draft again.
 *
 * Refuses review_state while staff look at the documents and once they are approved; file_limit; file_type,
 * file_too_many_pixels, file_unreadable, overloaded.
 */
export async function saveDocument(
  karat: Bag<'kyc'>,
  sent: Sent,
  inTurn: UploadLine['inTurn'],
): Promise<SavedDocument> {
  // Looked at first so that nobody has pictures decoded for nothing; what counts is looked at again under the lock.
  await requireRoom(karat.db, sent)
  const image = await inTurn(() => readImage(sent.file))
  const id = newId()
  const { memberId, kind } = sent
  const { wrappedKey, content } = sealFile(karat.sealing, { memberId, documentId: id }, image.content)
  await karat.db.transaction(async (tx) => {
    await openDraft(tx, memberId)
    await takeOut(tx, { memberId, kind })
    await requireRoom(tx, sent)
    await tx.run(sql`
      insert into kyc.documents (id, member_id, kind, wrapped_key, content, width, height, bytes)
      values (${id}, ${memberId}, ${kind}, ${wrappedKey}, ${content}, ${image.width}, ${image.height}, ${image.content.length})`)
  })
  return { id, width: image.width, height: image.height, bytes: image.content.length }
}

/** Takes a document out of the draft. Refuses not_found, also for somebody else's; review_state. */
export function removeDocument(karat: Bag<'kyc'>, memberId: string, id: string): Promise<{ removed: true }> {
  return karat.db.transaction(async (tx) => {
    const found = await tx.row<{ kind: DocumentKind }>(sql`
      select kind from kyc.documents where id = ${id} and member_id = ${memberId} and replaced_at is null and destroyed_at is null`)
    if (!found) throw new Refusal('not_found')
    await openDraft(tx, memberId)
    await takeOut(tx, { memberId, kind: found.kind })
    return { removed: true as const }
  })
}

/** Holds the member's reviews and makes sure that documents may be changed now. */
async function openDraft(tx: Tx, memberId: string) {
  await holdReviews(tx, memberId)
  const review = await tx.row<{ state: ReviewState }>(
    sql`select state from kyc.reviews where member_id = ${memberId} and subject = 'documents'`,
  )
  if (review?.state === 'draft') return
  const actor = `member:${memberId}`
  await moveReview(tx, { memberId, subject: 'documents', to: 'draft', actor, reason: 'documents are changed' })
}

const takeOut = async (tx: Tx, { memberId, kind }: { memberId: string; kind: DocumentKind }) => {
  await tx.run(sql`
    update kyc.documents set replaced_at = now(),
      wrapped_key = case when sent_at is null then null else wrapped_key end,
      content = case when sent_at is null then null else content end,
      destroyed_at = case when sent_at is null then now() end
    where member_id = ${memberId} and kind = ${kind} and replaced_at is null and destroyed_at is null`)
}

/** Files are counted while they can be read; the one that is about to be replaced and was never sent does not count. */
async function requireRoom(db: Queryable, { memberId, kind }: Sent) {
  const { maxFiles } = settings.kyc
  const kept = await db.row<{ count: number }>(sql`
    select count(*)::int as count from kyc.documents where member_id = ${memberId} and destroyed_at is null
      and not (kind = ${kind} and replaced_at is null and sent_at is null)`)
  if ((kept?.count ?? 0) >= maxFiles) throw new Refusal('file_limit', { limit: maxFiles })
}
