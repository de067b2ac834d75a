/** The staff's sign-in: a password, then a code of the authenticator. Neither alone opens anything. */
import { v7 as newId } from 'uuid'
import { normalisePassword } from '../credentials/password-rules.ts'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { totpStep } from '../credentials/totp.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag, Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { ChallengeView, SignedInStaffView } from './contract.ts'
import { permissionsOf, type Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { forgetStaffTries, returnStaffTry, takeStaffTry } from './sign-in-tries.ts'

/** Argon2id hash, with the same cost as everybody's, of random bytes that nobody kept. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$pFNscUuHmUMS+zO/PeMlmQ$SbNWgqPEnMiseE5/17mQ+HjMSmehEPjwVv9dB+3ndak'

export type Caller = { device: string; address: string; requestId: string }

/**
 * Compares a password, or as much work for an account that is not there, and answers a challenge for the code.
 *
 * Refuses overloaded; sign_in_wait; sign_in_refused alike for unknown, disabled, locked and wrong.
 */
export async function signInStaff(
  karat: Bag<'staff'>,
  { email, password, caller }: { email: string; password: string; caller: Caller },
): Promise<ChallengeView> {
  await karat.hasher.requireRoom()
  const known = email.trim().toLowerCase()
  const person = await karat.db.row<{ id: string; hash: string | null; from: boolean }>(sql`
    select id, password_hash as hash,
      exists (select from staff.sessions s where s.person_id = people.id and s.address = ${caller.address}) as "from"
    from staff.people where email = ${known} and disabled_at is null`)
  // Where this person signed in before is counted by itself, so that strangers elsewhere cannot shut them out.
  const guess = { account: person?.from ? `${known} ${caller.address}` : known, address: caller.address }
  await compare(karat, guess, person?.hash ?? null, password)
  if (!person) throw new Refusal('sign_in_refused')
  const token = newToken()
  const challenge = await karat.db.row<{ expiresAt: Date }>(sql`
    insert into staff.challenges (token_hash, person_id, expires_at)
    values (${hashOfToken(token)}, ${person.id}, now() + make_interval(secs => ${settings.staff.challengeSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!challenge) throw new Error('the challenge was not written')
  return { challenge: token, expires_at: challenge.expiresAt.toISOString() }
}

async function compare(
  karat: Bag<'staff'>,
  guess: { account: string; address: string },
  hash: string | null,
  text: string,
) {
  const state = await takeStaffTry(karat.db, guess)
  const mayMatch = state === 'taken' && hash !== null
  const matches = await karat.hasher
    .matches(mayMatch ? hash : NOBODYS_HASH, normalisePassword(text))
    .catch(async (error: unknown) => {
      if (state === 'taken') await returnStaffTry(karat.db, guess)
      throw error
    })
  if (!matches || !mayMatch) throw new Refusal('sign_in_refused')
  await forgetStaffTries(karat.db, guess)
}

/**
 * Opens a session for whoever proved the password and now proves the authenticator. A code works once, and five wrong ones
 * end the challenge.
 *
 * Refuses code_expired; sign_in_wait; code_wrong with the tries left.
 */
export async function confirmCode(
  karat: Bag<'staff'>,
  { challenge, code, caller }: { challenge: string; code: string; caller: Caller },
): Promise<SignedInStaffView> {
  const tokenHash = hashOfToken(challenge)
  const open = await karat.db.row<{ personId: string; used: number }>(sql`
    update staff.challenges set tries_used = tries_used + 1
    where token_hash = ${tokenHash} and used_at is null and expires_at > now() and tries_used < ${settings.staff.codeTries}
    returning person_id as "personId", tries_used as used`)
  if (!open) throw new Refusal('code_expired')
  const guess = { account: `code ${open.personId}`, address: caller.address }
  const state = await takeStaffTry(karat.db, guess)
  const isRight = state === 'taken' && (await spendCode(karat, open.personId, code))
  if (!isRight) throw new Refusal('code_wrong', { tries_left: settings.staff.codeTries - open.used })
  return karat.db.transaction(async (tx) => {
    await forgetStaffTries(tx, guess)
    const used = await tx.run(
      sql`update staff.challenges set used_at = now() where token_hash = ${tokenHash} and used_at is null`,
    )
    if (used === 0) throw new Refusal('code_expired')
    return openStaffSession(karat, tx, open.personId, caller)
  })
}

/** True for a right code that was not used before; from then on it and those before it are used. */
export async function spendCode(karat: Bag<'staff'>, personId: string, code: string): Promise<boolean> {
  const person = await karat.db.row<{ sealed: Buffer | null }>(
    sql`select totp_sealed as sealed from staff.people where id = ${personId} and disabled_at is null`,
  )
  if (!person?.sealed) return false
  const step = totpStep(karat.sealing.open(person.sealed, aboutTotp(personId)), code, karat.now())
  if (step === null) return false
  const taken = await karat.db.run(
    sql`update staff.people set totp_step = ${step} where id = ${personId} and totp_step < ${step}`,
  )
  return taken === 1
}

/** What a sealed authenticator secret is bound to. */
export const aboutTotp = (personId: string) => `totp of staff ${personId}`

/** Opens a session for somebody who has just proven both factors. The token is in the answer and nowhere else. */
export async function openStaffSession(
  { tokenTries }: Pick<Karat, 'tokenTries'>,
  tx: Tx,
  personId: string,
  caller: Caller,
): Promise<SignedInStaffView> {
  const token = newToken()
  const id = newId()
  const person = await tx.row<{ name: string; email: string; roles: Role[]; language: string }>(
    sql`select name, email, roles, language from staff.people where id = ${personId} and disabled_at is null for share`,
  )
  if (!person) throw new Refusal('sign_in_refused')
  const session = await tx.row<{ expiresAt: Date }>(sql`
    insert into staff.sessions (token_hash, id, person_id, expires_at, device, address)
    values (${hashOfToken(token)}, ${id}, ${personId},
      now() + make_interval(secs => ${settings.staff.session.absoluteSeconds}::int), ${caller.device}, ${caller.address})
    returning expires_at as "expiresAt"`)
  if (!session) throw new Error('the session was not written')
  tx.afterCommit(() => tokenTries.issued(hashOfToken(token)))
  const may = permissionsOf(person.roles)
  await recordAction(
    tx,
    { ...person, ...caller, id: personId, sessionId: id, may },
    {
      action: 'account.own',
      details: { did: 'sign_in', device: caller.device },
    },
  )
  const staff = { id: personId, ...person, permissions: [...may] }
  return { token, expires_at: session.expiresAt.toISOString(), staff }
}
