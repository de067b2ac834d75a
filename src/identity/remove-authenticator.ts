/** What a member does with an authenticator app that is on: turn it off, or ask for new recovery codes. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import type { FactorProofInput } from './factors-contract.ts'
import { requireOwnPassword } from './own-password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { isAppOn, requireShown, showFactor } from './show-factor.ts'
import { tellFactorChange } from './tell-factor-change.ts'

export type BothFactors = FactorProofInput & { password: string; address: string }

/** Password first: whoever does not know it learns nothing about codes. */
async function matchBoth(karat: Bag<'identity'>, member: Member, { password, address, ...proof }: BothFactors) {
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  return showFactor(karat, { memberId: member.id, address, ...proof })
}

/**
 * The app and its recovery codes are no longer asked for; what follows is that of any change of factors.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, then whatever `showFactor` refuses, second_factor_wrong where the app
 * is off, overloaded.
 */
export async function removeAuthenticator(
  karat: Bag<'identity'>,
  member: Member,
  both: BothFactors,
): Promise<{ on: false }> {
  const shown = await matchBoth(karat, member, both)
  await karat.db.transaction(async (tx) => {
    await requireShown(tx, member.id, shown)
    const removed = await tx.run(
      sql`delete from identity.authenticators where member_id = ${member.id} and confirmed_at is not null`,
    )
    if (removed === 0) throw new Refusal('second_factor_wrong')
    await tx.run(sql`delete from identity.recovery_codes where member_id = ${member.id}`)
    await tellFactorChange(tx, karat.config, member, 'authenticator_off')
  })
  return { on: false }
}

/** Ten new recovery codes; the old ones are dead, and what follows is that of any change of factors. Refuses as removeAuthenticator. */
export async function newRecoveryCodes(
  karat: Bag<'identity'>,
  member: Member,
  both: BothFactors,
): Promise<{ recovery_codes: string[] }> {
  const shown = await matchBoth(karat, member, both)
  return karat.db.transaction(async (tx) => {
    await requireShown(tx, member.id, shown)
    if (!(await isAppOn(tx, member.id))) throw new Refusal('second_factor_wrong')
    await tellFactorChange(tx, karat.config, member, 'recovery_codes_made')
    return { recovery_codes: await makeRecoveryCodes(tx, karat.config, member.id) }
  })
}
