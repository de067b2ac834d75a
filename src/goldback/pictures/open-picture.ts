/** Pictures of cases, looked at: by the member whose case it is, and on record by staff. */
import { openFile } from '../../credentials/sealed-file.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { Holder } from '../../vault/holder.ts'

type Row = {
  id: string
  memberId: string
  caseId: string
  number: string
  store: string
  wrappedKey: Buffer
  content: Buffer
}

/** Refuses not_found, also for one that is destroyed. */
async function find(db: Queryable, which: Sql): Promise<Row> {
  const row = await db.row<Row>(sql`
    select p.id, p.member_id as "memberId", p.case_id as "caseId", c.number, c.store, p.wrapped_key as "wrappedKey", p.content
    from goldback.pictures p join goldback.cases c on c.id = p.case_id where ${which} and p.destroyed_at is null`)
  if (!row) throw new Refusal('not_found')
  return row
}

const opened = ({ sealing }: Pick<Bag<'goldback'>, 'sealing'>, { id, memberId, ...sealed }: Row): Buffer =>
  openFile(sealing, { memberId, documentId: id }, sealed)

/** A picture of a case of the member, as WebP. Refuses not_found, also for somebody else's. */
export const openOwnPicture = async (
  karat: Bag<'goldback'>,
  { memberId, store }: Holder,
  id: string,
): Promise<Buffer> =>
  opened(karat, await find(karat.db, sql`p.id = ${id} and p.member_id = ${memberId} and c.store = ${store}`))

/** A picture as WebP; who looked is written first and stays even when it cannot be opened. Refuses not_found; permission_missing. */
export async function openPictureForStaff(karat: Bag<'goldback'>, staff: Staff, id: string): Promise<Buffer> {
  const row = await karat.db.transaction(async (tx) => {
    const found = await find(tx, sql`p.id = ${id}`)
    await recordAction(tx, staff, {
      ...{ action: 'goldback.see', subject: { kind: 'goldback', id: found.caseId }, store: found.store },
      details: { did: 'goldback_picture_seen', case: found.number, picture: id },
    })
    return found
  })
  return opened(karat, row)
}
