/** What becomes of what members have told in time: destroyed when it was kept long enough. */
import { type Db, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { destroyMember, isDue } from './destroy-member.ts'

/**
 * Destroys files that nobody sent or that were replaced, and everything about members who have left, after the times of the
 * settings; how many of each. One member after another, each whole or not at all; one that fails stops no other, and is thrown
 * when the round is over.
 */
export async function destroyExpired(db: Db): Promise<{ files: number; members: number }> {
  const { unsentDays, replacedDays } = settings.kyc.keep
  const files = await db.run(sql`
    update kyc.documents set wrapped_key = null, content = null, destroyed_at = now()
    where destroyed_at is null and (
      (sent_at is null and created_at < now() - make_interval(days => ${unsentDays}::int))
      or (replaced_at < now() - make_interval(days => ${replacedDays}::int)))`)
  const due = await db.rows<{ memberId: string }>(sql`
    select member_id as "memberId" from kyc.levels where ${isDue} order by relation_ended_at limit 500`)
  const failures: unknown[] = []
  let members = 0
  for (const { memberId } of due)
    try {
      if ((await db.transaction((tx) => destroyMember(tx, memberId))).destroyed) members++
    } catch (failure) {
      // Somebody resumed the relation meanwhile.
      if (!(failure instanceof Refusal)) failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'members were not destroyed')
  return { files, members }
}
