import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import { requireOwnPassword } from './own-password.ts'
import type { PasskeysView } from './passkey-contract.ts'
import { listPasskeys } from './passkey-queries.ts'
import { tellFactorChange } from './tell-factor-change.ts'

export type Removal = { id: string; password: string; address: string }

/**
 * The passkey signs in no more; the member's other sessions end and they are told.
 *
 * Refuses not_found for a passkey that is not theirs, sign_in_wait, sign_in_refused for a wrong password, overloaded.
 */
export async function removePasskey(
  karat: Karat,
  member: Member,
  { id, password, address }: Removal,
): Promise<PasskeysView> {
  const own = await karat.db.row(sql`select id from identity.passkeys where id = ${id} and member_id = ${member.id}`)
  if (!own) throw new Refusal('not_found')
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  await karat.db.transaction(async (tx) => {
    const removed = await tx.run(sql`delete from identity.passkeys where id = ${id} and member_id = ${member.id}`)
    if (removed === 0) throw new Refusal('not_found')
    await tellFactorChange(tx, member, 'passkey_removed')
  })
  return listPasskeys(karat.db, member.id)
}
