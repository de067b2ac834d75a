/** Fresh proof of a second factor inside a session, before the factors themselves change. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { FactorProofInput } from './factors-contract.ts'
import { keepCounter, matchPasskey } from './match-passkey.ts'
import { matchSecondFactor } from './match-second-factor.ts'

type FactorProof = FactorProofInput & { memberId: string; address: string }

export const isAppOn = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.row(
    sql`select 1 as one from identity.authenticators where member_id = ${memberId} and confirmed_at is not null`,
  )) !== undefined

/**
 * Compares what was shown: a passkey of the member's, a code of the authenticator app, or a recovery code; each works once. False
 * when nothing was shown and the app is off.
 *
 * Refuses second_factor_required when nothing was shown and the app is on; passkey_refused; sign_in_wait, second_factor_wrong.
 */
export async function showFactor(
  karat: Bag<'identity'>,
  { memberId, address, code, passkey }: FactorProof,
): Promise<boolean> {
  if (passkey) {
    const right = await matchPasskey(karat, passkey, { purpose: 'prove', memberId })
    if (right.memberId !== memberId) throw new Refusal('passkey_refused')
    await keepCounter(karat.db, right)
    return true
  }
  if (code) {
    await matchSecondFactor(karat, { memberId, code, address })
    return true
  }
  if (await isAppOn(karat.db, memberId)) throw new Refusal('second_factor_required')
  return false
}

/**
 * Judges in the transaction that changes the factors whether enough was shown: the app may have been turned on since. Holds the
 * member's row, so that of two changes one sees the other. Refuses second_factor_required.
 */
export async function requireShown(tx: Tx, memberId: string, shown: boolean): Promise<void> {
  await tx.run(sql`select id from identity.members where id = ${memberId} for no key update`)
  if (!shown && (await isAppOn(tx, memberId))) throw new Refusal('second_factor_required')
}
