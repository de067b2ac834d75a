/** Holds past their end are released. */
import { type Db, sql } from '../db/database.ts'
import { type HoldPurposes, releaseHold } from './holds.ts'

/**
 * Releases every hold that is past its end, each in its own transaction together with what its purpose does then; answers how many.
 * Instances share the work: a hold that another is at is left to it. One that fails, or whose purpose is not known, stays open for the
 * next round and is reported; the others are released all the same.
 */
export async function expireHolds(db: Db, purposes: HoldPurposes, failed: (error: unknown) => void): Promise<number> {
  const due = await db.rows<Due>(sql`
    select id, purpose, store, member_id as "memberId" from ledger.holds
    where state = 'placed' and expires_at <= clock_timestamp() order by expires_at, id`)
  let released = 0
  for (const hold of due) {
    try {
      if (await expire(db, hold, purposes)) released += 1
    } catch (error) {
      failed(error)
    }
  }
  return released
}

type Due = { id: string; purpose: string; store: string; memberId: string }

const expire = (db: Db, { id, ...of }: Due, purposes: HoldPurposes): Promise<boolean> =>
  db.transaction(async (tx) => {
    await purposes[of.purpose]?.before?.(tx, of)
    const open = await tx.row<{ id: string }>(sql`
      select id from ledger.holds where id = ${id} and state = 'placed' for no key update skip locked`)
    if (!open) return false
    const hold = await releaseHold(tx, id, 'system')
    const purpose = purposes[hold.purpose]
    if (!purpose) throw new Error(`nothing says what happens when a hold for ${hold.purpose} ends`)
    await purpose.expired(tx, hold)
    return true
  })
