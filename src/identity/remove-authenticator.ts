/** What a member does with an authenticator app that is on: turn it off, or ask for new recovery codes. */
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import { matchSecondFactor } from './match-second-factor.ts'
import { requireOwnPassword } from './own-password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { noteSecurityEvent } from './security-events.ts'
import { tellFactorChange } from './tell-factor-change.ts'

export type BothFactors = { password: string; code: string; address: string }

/** Password first: whoever does not know it learns nothing about codes. */
async function matchBoth(karat: Karat, member: Member, { password, code, address }: BothFactors) {
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  await matchSecondFactor(karat, { memberId: member.id, code, address })
}

/**
 * The app and its recovery codes are no longer asked for; the member's other sessions end and they are told.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, second_factor_wrong, overloaded.
 */
export async function removeAuthenticator(karat: Karat, member: Member, both: BothFactors): Promise<{ on: false }> {
  await matchBoth(karat, member, both)
  await karat.db.transaction(async (tx) => {
    const removed = await tx.run(
      sql`delete from identity.authenticators where member_id = ${member.id} and confirmed_at is not null`,
    )
    if (removed === 0) throw new Refusal('second_factor_wrong')
    await tx.run(sql`delete from identity.recovery_codes where member_id = ${member.id}`)
    await tellFactorChange(tx, member, 'authenticator_off')
  })
  return { on: false }
}

/** Ten new recovery codes; the old ones are dead. Refuses as removeAuthenticator. */
export async function newRecoveryCodes(
  karat: Karat,
  member: Member,
  both: BothFactors,
): Promise<{ recovery_codes: string[] }> {
  await matchBoth(karat, member, both)
  return karat.db.transaction(async (tx) => {
    const on = await tx.row(sql`select member_id from identity.authenticators
      where member_id = ${member.id} and confirmed_at is not null for update`)
    if (!on) throw new Refusal('second_factor_wrong')
    await noteSecurityEvent(tx, member.id, 'recovery_codes_made')
    return { recovery_codes: await makeRecoveryCodes(tx, karat.config, member.id) }
  })
}
