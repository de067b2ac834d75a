import { openFile } from '../credentials/sealed-file.ts'
import { type Queryable, sql } from '../db/database.ts'
import { getMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

type Viewing = {
  documentId: string
  /** Whose it must be. */
  ownerId: string
  /** `member:…` or `staff:…`. */
  viewer: string
  reason: string
  address: string
}

type Kept = { memberId: string; wrappedKey: Buffer; content: Buffer }

/**
 * A document of a member as a WebP picture. Who looked, when, from where and why is written first and stays even when it
 * cannot be opened.
 *
 * Refuses not_found, also for somebody else's and for one whose key was destroyed.
 */
export async function openDocument(karat: Bag<'kyc'>, viewing: Viewing): Promise<Buffer> {
  return opened(karat, await readLogged(karat.db, viewing), viewing.documentId)
}

/**
 * The same for staff, who see only what was sent to them. The look is written twice, into the views of the document and into
 * the audit log, before anything is opened. While something of the member waits for a decision that is the reason; later
 * a look needs one of its own.
 *
 * Refuses not_found; invalid_input (reason); permission_missing.
 */
export async function openDocumentAsStaff(
  karat: Bag<'kyc'>,
  staff: Staff,
  { documentId, reason }: { documentId: string; reason: string },
): Promise<Buffer> {
  const viewer = `staff:${staff.id}`
  const kept = await karat.db.transaction(async (tx) => {
    const found = await tx.row<{ memberId: string; kind: string; waits: boolean }>(sql`
      select d.member_id as "memberId", d.kind,
        exists(select from kyc.reviews r where r.member_id = d.member_id and r.state = 'submitted') as waits
      from kyc.documents d where d.id = ${documentId} and d.sent_at is not null`)
    if (!found) throw new Refusal('not_found')
    const { memberId, kind } = found
    const { store } = await getMember(tx, memberId)
    const because = reason.trim() || (found.waits ? 'waits for a decision' : '')
    await recordAction(tx, staff, {
      ...{ action: 'kyc.view_document', subject: { kind: 'member', id: memberId }, store, reason: because },
      details: { did: 'view', document: documentId, kind },
    })
    return readLogged(tx, { documentId, ownerId: memberId, viewer, reason: because, address: staff.address })
  })
  return opened(karat, kept, documentId)
}

/** Reads and writes the look in one statement. */
async function readLogged(db: Queryable, viewing: Viewing): Promise<Kept> {
  const { documentId, ownerId, viewer, reason, address } = viewing
  const kept = await db.row<Kept>(sql`
    with found as (
      select id, member_id, wrapped_key, content from kyc.documents
      where id = ${documentId} and wrapped_key is not null and member_id = ${ownerId}
    ), logged as (
      insert into kyc.views (document_id, viewer, reason, address) select id, ${viewer}, ${reason}, ${address} from found
    )
    select member_id as "memberId", wrapped_key as "wrappedKey", content from found`)
  if (!kept) throw new Refusal('not_found')
  return kept
}

function opened(karat: Bag<'kyc'>, kept: Kept, documentId: string): Buffer {
  return openFile(karat.sealing, { memberId: kept.memberId, documentId }, kept)
}
