import { hashOfToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { readAccount } from './account-rules.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { SecondStepView, SignedInView } from './contract.ts'
import { matchPassword } from './match-password.ts'
import { findCredentials } from './member-queries.ts'
import { type Caller, openSession } from './open-session.ts'
import { signInSubject } from './take-sign-in-try.ts'

export type LogIn = { account: string; password: string; country: string; caller: Caller }

/**
 * Opens a new session in a browser that the member is known in; in any other a right password begins a sign-in that a second
 * step ends. Tries in a known browser are counted by themselves, so that strangers who guess elsewhere cannot shut the member out.
 *
 * Refuses overloaded, sign_in_wait, sign_in_refused (also for a locked or frozen account): the same for known and unknown accounts.
 */
export async function logIn(karat: Karat, input: LogIn): Promise<SignedInView | SecondStepView> {
  const { account, password, country, caller } = input
  await karat.hasher.requireRoom()
  const to = readAccount(account, country)
  const deviceHash = caller.deviceToken ? hashOfToken(caller.deviceToken) : null
  const member = to ? await findCredentials(karat.db, to, deviceHash) : undefined
  const subject = member
    ? signInSubject(member.id, member.knownDevice ? deviceHash : null)
    : (to?.destination ?? account)
  const passwordHash = member?.frozen ? undefined : member?.passwordHash
  await matchPassword(karat, { account: subject, address: caller.address }, passwordHash, password)
  if (!member || !to) throw new Refusal('sign_in_refused')
  return karat.db.transaction(async (tx) => {
    await requireStillRight(tx, member.id, member.passwordHash)
    if (member.knownDevice) return openSession(tx, member.id, caller)
    return beginSignIn(tx, { memberId: member.id, to, proven: 'password', address: caller.address })
  })
}

/** The password that was compared is still the member's, and stays so until the session stands. */
async function requireStillRight(tx: Tx, memberId: string, passwordHash: string) {
  const member = await tx.row(sql`select id from identity.members
    where id = ${memberId} and password_hash = ${passwordHash} and frozen_at is null for share`)
  if (!member) throw new Refusal('sign_in_refused')
}
