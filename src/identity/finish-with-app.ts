import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { SignedInView } from './contract.ts'
import { endSignIn, findSignIn } from './finish-sign-in.ts'
import { matchSecondFactor } from './match-second-factor.ts'
import { type Caller, openSession } from './open-session.ts'

/**
 * Ends a sign-in, whose password or code was right, with a code of the authenticator app or a recovery code, and opens a session.
 *
 * Refuses sign_in_expired (also when nothing was proven yet), sign_in_wait, second_factor_wrong, account_locked, account_frozen_by_staff.
 */
export async function signInWithApp(
  karat: Bag<'identity'>,
  { signInId, code, caller }: { signInId: string; code: string; caller: Caller },
): Promise<SignedInView> {
  const { memberId, proven } = await findSignIn(karat, signInId)
  if (!memberId || proven === 'nothing') throw new Refusal('sign_in_expired')
  await matchSecondFactor(karat, { memberId, code, address: caller.address })
  return karat.db.transaction(async (tx) => {
    await endSignIn(tx, signInId, memberId)
    return openSession(karat, tx, memberId, caller, 'app')
  })
}
