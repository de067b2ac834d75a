import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { openFile } from './sealed-file.ts'

export type Viewing = {
  documentId: string
  /** Whose it must be; staff may open any. */
  ownerId: string | null
  /** `member:…` or `staff:…`. */
  viewer: string
  reason: string
  address: string
}

type Kept = { memberId: string; wrappedKey: Buffer; content: Buffer }

/**
 * A document as a WebP picture. Who looked, when, from where and why is written first and stays even when it cannot be opened.
 *
 * Refuses not_found, also for somebody else's and for one whose key was destroyed.
 */
export async function openDocument(karat: Karat, viewing: Viewing): Promise<Buffer> {
  const { documentId, ownerId, viewer, reason, address } = viewing
  const kept = await karat.db.row<Kept>(sql`
    with found as (
      select id, member_id, wrapped_key, content from kyc.documents
      where id = ${documentId} and wrapped_key is not null and (${ownerId}::uuid is null or member_id = ${ownerId})
    ), logged as (
      insert into kyc.views (document_id, viewer, reason, address) select id, ${viewer}, ${reason}, ${address} from found
    )
    select member_id as "memberId", wrapped_key as "wrappedKey", content from found`)
  if (!kept) throw new Refusal('not_found')
  karat.log.info({ event: 'kyc_document_viewed', document: documentId, member: kept.memberId, actor: viewer }, 'viewed')
  return openFile(karat.sealing, { memberId: kept.memberId, documentId }, kept)
}
