import { hashOfToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { readAccount } from './account-rules.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { SecondStepView, SignedInView } from './contract.ts'
import { type MaybeFrozen, refuseFrozen } from './freeze-account.ts'
import { comparePassword } from './match-password.ts'
import { type Credentials, findCredentials } from './member-queries.ts'
import { type Caller, openSession, spendDevice } from './open-session.ts'
import { signInSubject, takeLogInTry } from './take-sign-in-try.ts'

type LogIn = { account: string; password: string; country: string; caller: Caller }

/**
 * Opens a new session in a browser that the member is known in; in any other a right password begins a sign-in that a second
 * step ends. Tries in a known browser are counted by themselves, so that strangers who guess elsewhere cannot shut the member out.
 *
 * Refuses overloaded, sign_in_wait, sign_in_refused (also for a locked account and one that its member froze): the same for known and
 * unknown accounts. account_frozen_by_staff after the right password alone, so that nobody else learns of it.
 */
export async function logIn(karat: Bag<'identity'>, input: LogIn): Promise<SignedInView | SecondStepView> {
  const { account, password, country, caller } = input
  await karat.hasher.requireRoom()
  const to = readAccount(account, country)
  const deviceHash = caller.deviceToken ? hashOfToken(caller.deviceToken) : null
  const member = to ? await findCredentials(karat.db, to, deviceHash) : undefined
  const name = to?.destination ?? account
  await matchLogIn(karat, { name, member, deviceHash, address: caller.address, password })
  if (!member || !to) throw new Refusal('sign_in_refused')
  return karat.db.transaction(async (tx) => {
    await requireStillRight(tx, member.id, member.passwordHash)
    if (await spendDevice(tx, member.id, caller.deviceToken))
      return openSession(karat, tx, member.id, caller, 'known_device')
    return beginSignIn(tx, { memberId: member.id, to, proven: 'password', address: caller.address })
  })
}

type LogInMatch = {
  name: string
  member: Credentials | undefined
  deviceHash: Buffer | null
  address: string
  password: string
}

/**
 * Compares the password with the account's, or with nobody's. While the name has to wait, a known browser is still heard, and a wrong
 * password there is answered like everywhere: whoever holds a browser's token learns nothing from it without the password.
 */
async function matchLogIn(
  karat: Bag<'identity'>,
  { name, member, deviceHash, address, password }: LogInMatch,
): Promise<void> {
  const home = member?.knownDevice ? deviceHash : null
  const hidden = (waits: boolean) => (member && (home || !waits) ? signInSubject(member.id, home) : null)
  const attempt = await takeLogInTry(karat.db, { name, address, hidden, heardAnyway: deviceHash !== null })
  const { wait, isOpen } = attempt
  const refusal = wait > 0 ? new Refusal('sign_in_wait', { retry_after: wait }) : new Refusal('sign_in_refused')
  const mayMatch = isOpen && member !== undefined && !member.frozenByMember && (wait === 0 || home !== null)
  const known = mayMatch ? member.passwordHash : undefined
  const matches = await comparePassword(karat, known, password).catch(async (error: unknown) => {
    await attempt.giveBack()
    throw error
  })
  if (!matches) throw refusal
  await attempt.forget()
}

/** The password that was compared is still the member's, and stays so until the session stands. */
async function requireStillRight(tx: Tx, memberId: string, passwordHash: string) {
  const member = await tx.row<MaybeFrozen>(sql`
    select frozen_at is not null as frozen, frozen_by as "frozenBy" from identity.members
    where id = ${memberId} and password_hash = ${passwordHash} for share`)
  refuseFrozen(member, 'sign_in_refused')
}
