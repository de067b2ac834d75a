import { totpStep } from '../credentials/totp.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { readAppCode, readRecoveryCode } from './second-factor-rules.ts'
import { noteSecurityEvent } from './security-events.ts'
import { forgetSignInTries, type Guess, takeSignInTry } from './take-sign-in-try.ts'

type FactorTry = { memberId: string; code: string; address: string }

/** Sealed secrets open only for the member they were made for. */
export const sealedFor = (memberId: string) => `authenticator ${memberId}`

const guessOf = ({ memberId, address }: FactorTry): Guess => ({ account: `second factor ${memberId}`, address })

/**
 * Proves the second factor by a code of the authenticator app or a recovery code; either works once. A try is taken before
 * the comparison, as with passwords: after five wrong ones the next waits, twenty in a row lock this way in.
 *
 * Refuses sign_in_wait, second_factor_wrong (also: no authenticator, locked, a code used before).
 */
export async function matchSecondFactor(karat: Bag<'identity'>, attempt: FactorTry): Promise<void> {
  const state = await takeSignInTry(karat.db, guessOf(attempt))
  if (state === 'locked' || !(await isRight(karat, attempt))) throw new Refusal('second_factor_wrong')
  await forgetSignInTries(karat.db, guessOf(attempt))
}

async function isRight(karat: Bag<'identity'>, { memberId, code }: FactorTry): Promise<boolean> {
  const appCode = readAppCode(code)
  if (appCode) return spendAppCode(karat, { memberId, code: appCode, confirmed: true })
  const recoveryCode = readRecoveryCode(code)
  if (!recoveryCode || !(await spendRecoveryCode(karat.db, karat.config, memberId, recoveryCode))) return false
  await noteSecurityEvent(karat.db, memberId, 'recovery_code_used')
  return true
}

type AppCode = { memberId: string; code: string; confirmed: boolean }

/** Uses a code of the member's authenticator app: its step is kept by the statement that asks whether it is newer than the last. */
export async function spendAppCode(
  { db, sealing, now }: Bag<'identity'>,
  { memberId, code, confirmed }: AppCode,
  through: Queryable = db,
): Promise<boolean> {
  const row = await through.row<{ sealed: Buffer }>(sql`select sealed_secret as sealed from identity.authenticators
    where member_id = ${memberId} and (confirmed_at is not null) = ${confirmed}`)
  if (!row) return false
  const step = totpStep(sealing.open(row.sealed, sealedFor(memberId)), code, now())
  if (step === null) return false
  const used = await through.run(sql`update identity.authenticators set last_step = ${step}
    where member_id = ${memberId} and sealed_secret = ${row.sealed} and last_step < ${step}`)
  return used === 1
}
