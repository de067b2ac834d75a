/** What becomes of payout accounts in time: those that were removed, and those of members of whom nothing is kept. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { listDestroyed } from '../kyc/destroy-member.ts'
import { settings } from '../settings.ts'

/**
 * Destroys holder and number of accounts that were removed years ago, and of all accounts of members whose identity data was
 * destroyed; how many. The rows stay and say that there was an account, at which bank.
 */
export async function destroyOldAccounts(db: Queryable): Promise<number> {
  async function* which() {
    yield sql`removed_at < now() - make_interval(years => ${settings.payouts.keepRemovedYears}::int)`
    for (let members = await listDestroyed(db, null); members.length > 0; members = await listDestroyed(db, members))
      yield sql`member_id = any(${members}::uuid[])`
  }
  return goThrough(which(), (these) => destroy(db, these))
}

const destroy = (db: Queryable, which: Sql): Promise<number> =>
  endOld(db, {
    from: sql`payouts.destinations`,
    old: sql`destroyed_at is null and ${which}`,
    end: sql`update payouts.destinations set holder = null, number_sealed = null, number_end = null, number_hash = null, is_default = false,
      removed_at = coalesce(removed_at, now()), destroyed_at = now()`,
  })
