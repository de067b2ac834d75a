import { normalisePassword } from '../credentials/password-rules.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { forgetSignInTries, type Guess, returnSignInTry, takeSignInTry } from './take-sign-in-try.ts'

/** Argon2id hash, with the same cost as everybody's, of random bytes that nobody kept. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$pFNscUuHmUMS+zO/PeMlmQ$SbNWgqPEnMiseE5/17mQ+HjMSmehEPjwVv9dB+3ndak'

/** Whether the password is that of the hash; without one the same work is done, for no. */
export async function comparePassword(
  karat: Bag<'identity'>,
  known: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await karat.hasher.matches(known ?? NOBODYS_HASH, normalisePassword(password))
  return matches && known !== undefined
}

/**
 * Compares a password with the hash of the account, or with nobody's when there is none, so that both take one comparison.
 * Afterwards the failures of the account are forgotten.
 *
 * Refuses sign_in_wait; sign_in_refused alike for an unknown account, a locked one and a wrong password; overloaded.
 */
export async function matchPassword(
  karat: Bag<'identity'>,
  guess: Guess,
  passwordHash: string | undefined,
  password: string,
): Promise<void> {
  const state = await takeSignInTry(karat.db, guess)
  const known = state === 'taken' ? passwordHash : undefined
  const matches = await comparePassword(karat, known, password).catch(async (error: unknown) => {
    if (state === 'taken') await returnSignInTry(karat.db, guess)
    throw error
  })
  if (!matches) throw new Refusal('sign_in_refused')
  await forgetSignInTries(karat.db, guess)
}
