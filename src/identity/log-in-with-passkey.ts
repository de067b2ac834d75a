/** Signing in with a passkey: the device is one factor, the finger, face or PIN that it asked for the other. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { SignedInView } from './contract.ts'
import { type MaybeFrozen, refuseFrozen } from './freeze-account.ts'
import { askForPasskey, keepCounter, matchPasskey } from './match-passkey.ts'
import { type Caller, openSession } from './open-session.ts'
import type { PasskeyAnswerInput } from './passkey-answer.ts'
import type { PasskeyLoginBegunView } from './passkey-contract.ts'

export const beginPasskeyLogIn = (karat: Bag<'identity'>): Promise<PasskeyLoginBegunView> =>
  askForPasskey(karat, { purpose: 'sign_in' })

/**
 * Opens a session, in any browser, for the member whose passkey signed the challenge.
 *
 * Refuses passkey_refused as `matchPasskey`, also alike for a counter that did not move (a copied device), an account that its member
 * froze; account_frozen_by_staff after the right passkey alone, so that nobody else learns of it.
 */
export async function logInWithPasskey(
  karat: Bag<'identity'>,
  { caller, ...input }: PasskeyAnswerInput & { caller: Caller },
): Promise<SignedInView> {
  const passkey = await matchPasskey(karat, input, { purpose: 'sign_in' })
  return karat.db.transaction(async (tx) => {
    const member = await tx.row<MaybeFrozen>(sql`
      select frozen_at is not null as frozen, frozen_by as "frozenBy" from identity.members where id = ${passkey.memberId} for share`)
    await keepCounter(tx, passkey)
    refuseFrozen(member, 'passkey_refused')
    return openSession(karat, tx, passkey.memberId, caller, 'passkey')
  })
}
