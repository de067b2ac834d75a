/** Tries of staff at passwords and codes, taken before the comparison and given back when it was right: as for members, in rows of their own. */
import { createHash } from 'node:crypto'
import { type Db, type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

/** What is guessed at, and from where. */
export type Guess = { account: string; address: string }

const subjectOf = (account: string) => `account:${createHash('sha256').update(account).digest('base64url')}`
const addressSubjectOf = (address: string) => `address:${address}`

/**
 * Takes one try and commits it. Answers 'locked' after `lockAfter` in a row that were not right: the caller then refuses as
 * for a wrong one, after the same work. Refuses sign_in_wait.
 */
export async function takeStaffTry(db: Db, { account, address }: Guess): Promise<'taken' | 'locked'> {
  const { freeFailures, waitSeconds, maxWaitSeconds, lockAfter, perAddress, addressSeconds } = settings.signIn
  const from = await db.row<{ failures: number; wait: number }>(sql`
    insert into staff.sign_in_failures as f (subject, failures, wait_until)
    values (${addressSubjectOf(address)}, 1, now() + make_interval(secs => ${addressSeconds}::int))
    on conflict (subject) do update set
      failures = case when f.wait_until <= clock_timestamp() then 1 else f.failures + 1 end,
      wait_until = case when f.wait_until <= clock_timestamp()
        then clock_timestamp() + make_interval(secs => ${addressSeconds}::int) else f.wait_until end
    returning failures, greatest(1, ceil(extract(epoch from wait_until - clock_timestamp())))::int as wait`)
  if (from && from.failures > perAddress) throw new Refusal('sign_in_wait', { retry_after: from.wait })
  const subject = subjectOf(account)
  const taken = await db.run(sql`
    insert into staff.sign_in_failures as f (subject, failures, wait_until) values (${subject}, 1, now())
    on conflict (subject) do update set failures = f.failures + 1,
      wait_until = clock_timestamp() + make_interval(secs => case when f.failures + 1 < ${freeFailures}::int then 0
        else least(${waitSeconds}::int * 2 ^ (f.failures + 1 - ${freeFailures}::int), ${maxWaitSeconds}::int) end)
    where f.wait_until <= clock_timestamp() and f.failures < ${lockAfter}`)
  if (taken === 1) return 'taken'
  const row = await db.row<{ failures: number; wait: number }>(sql`
    select failures, greatest(1, ceil(extract(epoch from wait_until - clock_timestamp())))::int as wait
    from staff.sign_in_failures where subject = ${subject}`)
  if (row && row.failures >= lockAfter) return 'locked'
  throw new Refusal('sign_in_wait', { retry_after: row?.wait ?? 1 })
}

/** It was right: the account's failures end, and the address gets its try back. */
export async function forgetStaffTries(db: Queryable, { account, address }: Guess): Promise<void> {
  await db.run(sql`delete from staff.sign_in_failures where subject = ${subjectOf(account)}`)
  await giveBack(db, addressSubjectOf(address))
}

/** Nothing was compared: both get their try back. */
export async function returnStaffTry(db: Queryable, { account, address }: Guess): Promise<void> {
  await giveBack(db, subjectOf(account))
  await giveBack(db, addressSubjectOf(address))
}

const giveBack = (db: Queryable, subject: string) =>
  db.run(sql`update staff.sign_in_failures set failures = failures - 1 where subject = ${subject} and failures > 0`)
