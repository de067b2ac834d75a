/**
 * Tries at a password. A try is taken before the comparison and given back when the password was right, so that any
 * number of guesses at once cannot be more than the free ones.
 */
import { createHash } from 'node:crypto'
import { type Db, type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

/** Who is guessed at, and from where. Accounts are kept as hashes: most belong to nobody. */
export type Guess = { account: string; address: string }

const subjectOf = (account: string) => `account:${createHash('sha256').update(account).digest('base64url')}`
/** Whom tries at signing in are counted at: the member, by whichever name; in a browser that is known, by that browser. */
export const signInSubject = (memberId: string, deviceHash: Buffer | null) =>
  `sign-in ${memberId}${deviceHash ? ` ${deviceHash.toString('base64url')}` : ''}`
const addressSubjectOf = (address: string) => `address:${address}`

/**
 * Takes one try at `account` from `address` and commits it. Answers 'locked' after `lockAfter` tries in a row that were not
 * right; the caller must then refuse as for a wrong password, after the same work.
 *
 * Refuses sign_in_wait: after 30 tries in 15 minutes from one address, and after 5 at one account, for 30 s that double up to 1 h.
 */
export async function takeSignInTry(db: Db, { account, address }: Guess): Promise<'taken' | 'locked'> {
  await takeFromAddress(db, address)
  const { freeFailures, waitSeconds, maxWaitSeconds, lockAfter } = settings.signIn
  const subject = subjectOf(account)
  const taken = await db.run(sql`
    insert into identity.sign_in_failures as f (subject, failures, first_at, wait_until) values (${subject}, 1, now(), now())
    on conflict (subject) do update set failures = f.failures + 1,
      wait_until = clock_timestamp() + make_interval(secs => case when f.failures + 1 < ${freeFailures}::int then 0
        else least(${waitSeconds}::int * 2 ^ (f.failures + 1 - ${freeFailures}::int), ${maxWaitSeconds}::int) end)
    where f.wait_until <= clock_timestamp() and f.failures < ${lockAfter}`)
  if (taken === 1) return 'taken'
  const row = await db.row<{ failures: number; wait: number }>(sql`
    select failures, greatest(1, ceil(extract(epoch from wait_until - clock_timestamp())))::int as wait
    from identity.sign_in_failures where subject = ${subject}`)
  if (row && row.failures >= lockAfter) return 'locked'
  throw new Refusal('sign_in_wait', { retry_after: row?.wait ?? 1 })
}

async function takeFromAddress(db: Db, address: string) {
  const { perAddress, addressSeconds } = settings.signIn
  const row = await db.row<{ failures: number; wait: number }>(sql`
    insert into identity.sign_in_failures as f (subject, failures, first_at, wait_until)
    values (${addressSubjectOf(address)}, 1, now(), now() + make_interval(secs => ${addressSeconds}::int))
    on conflict (subject) do update set
      failures = case when f.wait_until <= clock_timestamp() then 1 else f.failures + 1 end,
      first_at = case when f.wait_until <= clock_timestamp() then now() else f.first_at end,
      wait_until = case when f.wait_until <= clock_timestamp()
        then clock_timestamp() + make_interval(secs => ${addressSeconds}::int) else f.wait_until end
    returning failures, greatest(1, ceil(extract(epoch from wait_until - clock_timestamp())))::int as wait`)
  if (row && row.failures > perAddress) throw new Refusal('sign_in_wait', { retry_after: row.wait })
}

/** The password was right: the account's row of failures ends, and the address gets its try back. */
export async function forgetSignInTries(db: Queryable, { account, address }: Guess): Promise<void> {
  await db.run(sql`delete from identity.sign_in_failures where subject = ${subjectOf(account)}`)
  await giveBack(db, addressSubjectOf(address))
}

/** Nothing was compared: both get their try back. */
export async function returnSignInTry(db: Queryable, { account, address }: Guess): Promise<void> {
  await giveBack(db, subjectOf(account))
  await giveBack(db, addressSubjectOf(address))
}

const giveBack = (db: Queryable, subject: string) =>
  db.run(sql`update identity.sign_in_failures set failures = failures - 1 where subject = ${subject} and failures > 0`)

/** Forgets every failed try at the member's passwords: at signing in anywhere, and inside their sessions. */
export async function forgetTriesOf(tx: Tx, memberId: string): Promise<void> {
  const devices = await tx.rows<{ hash: Buffer }>(
    sql`select token_hash as hash from identity.devices where member_id = ${memberId}`,
  )
  const names = [null, ...devices.map(({ hash }) => hash)].map((hash) => signInSubject(memberId, hash))
  const subjects = [
    ...names,
    `member ${memberId}`,
    `unlock ${memberId}`,
    `second factor ${memberId}`,
    `new authenticator ${memberId}`,
  ].map(subjectOf)
  await tx.run(sql`delete from identity.sign_in_failures where subject = any(${subjects})`)
}
