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
/** Whom wrong passwords are counted at behind the door, where nobody sees it: the member; in a known browser, that browser. */
export const signInSubject = (memberId: string, deviceHash: Buffer | null) =>
  `sign-in ${memberId}${deviceHash ? ` ${deviceHash.toString('base64url')}` : ''}`
const addressSubjectOf = (address: string) => `address:${address}`

/** Of an account that nobody has, so that the same is counted for it. */
const nobodySubject = (name: string) => `nobody ${name}`
const nameSubject = (name: string) => `name:${createHash('sha256').update(name).digest('base64url')}`

type LogInTry = {
  /** What was typed, in its one spelling: the only thing that a visible wait goes by. */
  name: string
  address: string
  /** Whom the try is counted at behind the door; null for an account that nobody has. */
  hidden: (waits: boolean) => string | null
  /** Whether the try goes on although the name has to wait: a browser's token was sent, which may be known. */
  heardAnyway: boolean
}
type TakenLogInTry = { wait: number; isOpen: boolean; giveBack(): Promise<void>; forget(): Promise<void> }

/**
 * Takes one try at signing in under a name. `wait` says how many seconds the name has to wait, for known and unknown names alike;
 * `isOpen` is false after `lockAfter` wrong ones in a row at the account, by whichever of its names: the caller then answers as for
 * a wrong password, after the same work, so that nothing visible links two names of one account.
 *
 * Refuses sign_in_wait after 30 tries in 15 minutes from one address, and while the name has to wait unless `heardAnyway`.
 */
export async function takeLogInTry(db: Db, { name, address, hidden, heardAnyway }: LogInTry): Promise<TakenLogInTry> {
  await takeFromAddress(db, address)
  const wait = await takeDelay(db, nameSubject(name))
  if (wait > 0 && !heardAnyway) throw new Refusal('sign_in_wait', { retry_after: wait })
  const counted = subjectOf(hidden(wait > 0) ?? nobodySubject(name))
  const taken = await db.run(sql`
    insert into identity.sign_in_failures as f (subject, failures, first_at, wait_until) values (${counted}, 1, now(), now())
    on conflict (subject) do update set failures = f.failures + 1 where f.failures < ${settings.signIn.lockAfter}`)
  return {
    wait,
    isOpen: taken === 1,
    async giveBack() {
      await giveBack(db, addressSubjectOf(address))
      if (taken === 1) await giveBack(db, counted)
      if (wait === 0) await giveBack(db, nameSubject(name))
    },
    async forget() {
      await db.run(sql`delete from identity.sign_in_failures where subject in (${nameSubject(name)}, ${counted})`)
      await giveBack(db, addressSubjectOf(address))
    },
  }
}

/** Takes one of the name's free tries and answers 0, or how many seconds it has to wait; without an end, since it locks nothing. */
async function takeDelay(db: Db, subject: string): Promise<number> {
  const { freeFailures, waitSeconds, maxWaitSeconds } = settings.signIn
  const taken = await db.run(sql`
    insert into identity.sign_in_failures as f (subject, failures, first_at, wait_until) values (${subject}, 1, now(), now())
    on conflict (subject) do update set failures = f.failures + 1,
      wait_until = clock_timestamp() + make_interval(secs => case when f.failures + 1 < ${freeFailures}::int then 0
        else least(${waitSeconds}::int * 2 ^ least(f.failures + 1 - ${freeFailures}::int, 20), ${maxWaitSeconds}::int) end)
    where f.wait_until <= clock_timestamp()`)
  if (taken === 1) return 0
  const row = await db.row<{ wait: number }>(sql`
    select greatest(1, ceil(extract(epoch from wait_until - clock_timestamp())))::int as wait
    from identity.sign_in_failures where subject = ${subject}`)
  return row?.wait ?? 1
}

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

/**
 * Forgets every failed try at the member's passwords: at signing in anywhere, and inside their sessions. Of visible waits only that
 * of `name`, by which they came: the others would tell strangers which names are one account's.
 */
export async function forgetTriesOf(tx: Tx, memberId: string, name: string | null): Promise<void> {
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
  if (name !== null) subjects.push(nameSubject(name))
  await tx.run(sql`delete from identity.sign_in_failures where subject = any(${subjects})`)
}
