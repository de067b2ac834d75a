/** What becomes of payout accounts in time: those that were removed, and those of members of whom nothing is kept. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { listDestroyed } from '../kyc/destroy-member.ts'
import { settings } from '../settings.ts'

/**
 * Destroys holder and number of accounts that were removed years ago, and of all accounts of members whose identity data was
 * destroyed; how many. The rows stay and say that there was an account, at which bank.
 */
export async function destroyOldAccounts(db: Queryable): Promise<number> {
  const { keepRemovedYears } = settings.payouts
  let destroyed = await destroy(db, sql`removed_at < now() - make_interval(years => ${keepRemovedYears}::int)`)
  for (let members = await listDestroyed(db, null); members.length > 0; members = await listDestroyed(db, members)) {
    destroyed += await destroy(db, sql`member_id = any(${members}::uuid[])`)
  }
  return destroyed
}

const destroy = (db: Queryable, which: Sql): Promise<number> =>
  db.run(sql`
    update payouts.destinations set holder = null, number_sealed = null, number_end = null, number_hash = null, is_default = false,
      removed_at = coalesce(removed_at, now()), destroyed_at = now()
    where destroyed_at is null and ${which}`)
