/** What becomes of documents in time: destroyed when they were kept long enough. */
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

/**
 * Destroys the keys and contents of files that nobody sent, that were replaced, or whose member has left, after the times of
 * the settings; how many. The rows stay and say that there was a file.
 */
export function destroyExpired(db: Queryable): Promise<number> {
  const { unsentDays, replacedDays, afterClosingYears } = settings.kyc.keep
  return db.run(sql`
    update kyc.documents d set wrapped_key = null, content = null, destroyed_at = now()
    where destroyed_at is null and (
      (sent_at is null and created_at < now() - make_interval(days => ${unsentDays}::int))
      or (replaced_at < now() - make_interval(days => ${replacedDays}::int))
      or exists (select from kyc.levels l where l.member_id = d.member_id
        and l.relation_ended_at < now() - make_interval(years => ${afterClosingYears}::int)))`)
}
