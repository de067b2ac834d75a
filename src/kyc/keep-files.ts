/** What becomes of what members have told in time: destroyed when it was kept long enough. */
import { type Db, type Queryable, sql } from '../db/database.ts'
import { endOld, goThrough, noneIfRefused, pages } from '../db/in-steps.ts'
import { settings } from '../settings.ts'
import { destroyMember, isDue } from './destroy-member.ts'

/**
 * Destroys files that nobody sent or that were replaced, and everything about members who have left, after the times of the
 * settings; how many of each. One member after another, each whole or not at all; one that fails stops no other, and is thrown
 * when the round is over.
 */
export async function destroyExpired(db: Db): Promise<{ files: number; members: number }> {
  const done = { files: 0, members: 0 }
  await goThrough(['files', 'members'] as const, async (what) => (done[what] = await destroy[what](db)))
  return done
}

const destroy = { files: destroyFiles, members: destroyMembers }

function destroyFiles(db: Queryable): Promise<number> {
  const { unsentDays, replacedDays } = settings.kyc.keep
  return endOld(db, {
    from: sql`kyc.documents`,
    old: sql`destroyed_at is null and (
      (sent_at is null and created_at < now() - make_interval(days => ${unsentDays}::int))
      or (replaced_at < now() - make_interval(days => ${replacedDays}::int)))`,
    end: sql`update kyc.documents set wrapped_key = null, content = null, destroyed_at = now()`,
    atOnce: 500,
  })
}

function destroyMembers(db: Db): Promise<number> {
  const due = pages((after) =>
    db.rows(sql`
      select member_id as id from kyc.levels where ${isDue} and (${after}::uuid is null or member_id > ${after}::uuid)
      order by member_id limit 500`),
  )
  return goThrough(due, (memberId) =>
    db.transaction((tx) => destroyMember(tx, memberId)).then(({ destroyed }) => (destroyed ? 1 : 0), noneIfRefused),
  )
}
