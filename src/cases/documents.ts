/** Papers of a case: put in by staff, sealed under a key of their own, looked at on record. */
import { v7 as newId } from 'uuid'
import { openFile, sealFile } from '../credentials/sealed-file.ts'
import { sql, type Tx } from '../db/database.ts'
import { readImage } from '../files/read-image.ts'
import type { UploadLine } from '../files/upload-line.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

type Case = { memberId: string; store: string; number: string }

/**
 * Keeps a picture of a paper in a case, whatever its state.
 *
 * Refuses not_found; file_limit; permission_missing; file_type, file_too_many_pixels, file_unreadable, overloaded.
 */
export async function addDocument(
  karat: Bag<'cases'>,
  staff: Staff,
  { caseId, file }: { caseId: string; file: Uint8Array },
  inTurn: UploadLine['inTurn'],
): Promise<{ document_id: string }> {
  const { content: picture, width, height } = await inTurn(() => readImage(file))
  const id = newId()
  return karat.db.transaction(async (tx) => {
    const { memberId, store, number } = await findCase(tx, caseId)
    const kept = await tx.row<{ count: number }>(sql`
      select count(*)::int as count from cases.documents where case_id = ${caseId}`)
    const limit = settings.screening.mostDocuments
    if ((kept?.count ?? 0) >= limit) throw new Refusal('file_limit', { limit })
    const { wrappedKey, content } = sealFile(karat.sealing, { memberId, documentId: id }, picture)
    const actor = `staff:${staff.id}`
    await tx.run(sql`
      insert into cases.documents (id, case_id, member_id, wrapped_key, content, width, height, added_by)
      values (${id}, ${caseId}, ${memberId}, ${wrappedKey}, ${content}, ${width}, ${height}, ${actor})`)
    await tx.run(
      sql`insert into cases.events (case_id, did, actor, words) values (${caseId}, 'document', ${actor}, '')`,
    )
    await recordAction(tx, staff, {
      ...{ action: 'cases.note', subject: { kind: 'member', id: memberId }, store },
      details: { did: 'add_document', case: number, document: id },
    })
    return { document_id: id }
  })
}

/** The case, held, so that papers are counted one after the other. */
async function findCase(tx: Tx, caseId: string): Promise<Case> {
  const found = await tx.row<Case>(sql`
    select member_id as "memberId", store, number from cases.cases where id = ${caseId} for no key update`)
  if (!found) throw new Refusal('not_found')
  return found
}

/** A paper as a WebP picture; who looked is written first and stays even when it cannot be opened. Refuses not_found; permission_missing. */
export async function openDocument(karat: Bag<'cases'>, staff: Staff, documentId: string): Promise<Buffer> {
  const kept = await karat.db.transaction(async (tx) => {
    const row = await tx.row<Case & { wrappedKey: Buffer; content: Buffer }>(sql`
      select d.member_id as "memberId", c.store, c.number, d.wrapped_key as "wrappedKey", d.content
      from cases.documents d join cases.cases c on c.id = d.case_id where d.id = ${documentId} and d.destroyed_at is null`)
    if (!row) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'cases.see', subject: { kind: 'member', id: row.memberId }, store: row.store },
      details: { did: 'view', case: row.number, document: documentId },
    })
    return row
  })
  return openFile(karat.sealing, { memberId: kept.memberId, documentId }, kept)
}
