import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { readAccount } from './account-rules.ts'
import type { SignedInView } from './contract.ts'
import { matchPassword } from './match-password.ts'
import { findCredentials } from './member-queries.ts'
import { type Caller, openSession } from './open-session.ts'

export type LogIn = { account: string; password: string; country: string; caller: Caller }

/**
 * Opens a new session. An address from which the member has signed in before is counted by itself, so that strangers who
 * guess elsewhere cannot shut the member out.
 *
 * Refuses sign_in_wait, sign_in_refused, overloaded: the same for known and unknown accounts.
 */
export async function logIn(karat: Karat, { account, password, country, caller }: LogIn): Promise<SignedInView> {
  const destination = readAccount(account, country)
  const member = destination ? await findCredentials(karat.db, destination, caller.address) : undefined
  const name = destination?.destination ?? account
  const guess = { account: member?.knownAddress ? `${name} ${caller.address}` : name, address: caller.address }
  await matchPassword(karat, guess, member?.passwordHash, password)
  if (!member) throw new Refusal('sign_in_refused')
  karat.log.info({ event: 'signed_in', member: member.id, address: caller.address }, 'signed in')
  return karat.db.transaction((tx) => openSession(tx, member.id, caller))
}
