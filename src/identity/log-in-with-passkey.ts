/** Signing in with a passkey: the device is one factor, the finger, face or PIN that it asked for the other. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { SignedInView } from './contract.ts'
import { askForPasskey, keepCounter, matchPasskey } from './match-passkey.ts'
import { type Caller, openSession } from './open-session.ts'
import type { PasskeyAnswerInput } from './passkey-answer.ts'
import type { PasskeyLoginBegunView } from './passkey-contract.ts'

export const beginPasskeyLogIn = (karat: Bag<'identity'>): Promise<PasskeyLoginBegunView> =>
  askForPasskey(karat, { purpose: 'sign_in' })

/**
 * Opens a session, in any browser, for the member whose passkey signed the challenge.
 *
 * Refuses passkey_refused as `matchPasskey`, also alike for a counter that did not move (a copied device), a frozen account.
 */
export async function logInWithPasskey(
  karat: Bag<'identity'>,
  { caller, ...input }: PasskeyAnswerInput & { caller: Caller },
): Promise<SignedInView> {
  const passkey = await matchPasskey(karat, input, { purpose: 'sign_in' })
  return karat.db.transaction(async (tx) => {
    const member = await tx.row(
      sql`select id from identity.members where id = ${passkey.memberId} and frozen_at is null for share`,
    )
    if (!member) throw new Refusal('passkey_refused')
    await keepCounter(tx, passkey)
    return openSession(karat, tx, passkey.memberId, caller, 'passkey')
  })
}
