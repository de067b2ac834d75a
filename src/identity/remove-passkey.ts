import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import type { FactorProofInput } from './factors-contract.ts'
import { requireOwnPassword } from './own-password.ts'
import type { PasskeysView } from './passkey-contract.ts'
import { listPasskeys } from './passkey-queries.ts'
import { requireShown, showFactor } from './show-factor.ts'
import { tellFactorChange } from './tell-factor-change.ts'

type Removal = FactorProofInput & { id: string; password: string; address: string }

/**
 * The passkey signs in no more; what follows is that of any change of factors.
 *
 * Refuses not_found for a passkey that is not theirs, sign_in_wait, sign_in_refused for a wrong password, then whatever `showFactor`
 * refuses, overloaded.
 */
export async function removePasskey(
  karat: Bag<'identity'>,
  member: Member,
  { id, password, address, ...proof }: Removal,
): Promise<PasskeysView> {
  const own = await karat.db.row(sql`select id from identity.passkeys where id = ${id} and member_id = ${member.id}`)
  if (!own) throw new Refusal('not_found')
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const shown = await showFactor(karat, { memberId: member.id, address, ...proof })
  await karat.db.transaction(async (tx) => {
    await requireShown(tx, member.id, shown)
    const removed = await tx.run(sql`delete from identity.passkeys where id = ${id} and member_id = ${member.id}`)
    if (removed === 0) throw new Refusal('not_found')
    await tellFactorChange(tx, karat.config, member, 'passkey_removed')
  })
  return listPasskeys(karat.db, member.id)
}
