/** The day after a change of credentials in which nothing goes out; selling to one's own balance goes on. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

export type PauseReason = 'email' | 'mobile' | 'password' | 'pin' | 'payout_account' | 'factor'

/** Nothing goes out of the member's account for the next 24 hours by the database's clock. */
export async function pauseOutgoing(tx: Tx, memberId: string, reason: PauseReason): Promise<void> {
  // The row lock meets the one of requireNoPause: what was let out before has committed, what comes after sees the pause.
  await tx.run(sql`select id from identity.members where id = ${memberId} for no key update`)
  await tx.run(sql`insert into identity.outgoing_pauses (member_id, reason, ends_at)
    values (${memberId}, ${reason}, clock_timestamp() + make_interval(secs => ${settings.outgoingPauseSeconds}::int))`)
}

const longestPause = (db: Queryable, memberId: string) =>
  db.row<{ until: Date; hours: number }>(sql`
    select ends_at as until, ceil(extract(epoch from ends_at - clock_timestamp()) / 3600)::int as hours
    from identity.outgoing_pauses where member_id = ${memberId} and ends_at > clock_timestamp() order by ends_at desc limit 1`)

/**
 * Lets gold or money of the member go out in this transaction: no credential of theirs changes before it ends.
 *
 * Refuses outgoing_paused (6000) with `release_at` and the full `hours` until then.
 */
export async function requireNoPause(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select id from identity.members where id = ${memberId} for share`)
  const pause = await longestPause(tx, memberId)
  if (pause) throw new Refusal('outgoing_paused', { release_at: pause.until.toISOString(), hours: pause.hours })
}
