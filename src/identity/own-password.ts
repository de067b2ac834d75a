import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { matchPassword } from './match-password.ts'

type OwnPassword = { memberId: string; password: string; address: string }

/**
 * Fresh proof that the member is the one who sits there: compares their password before something that an account is guarded by
 * changes. Answers its hash, which a command that replaces it compares again in its transaction.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, overloaded.
 */
export async function requireOwnPassword(
  karat: Bag<'identity'>,
  { memberId, password, address }: OwnPassword,
): Promise<{ passwordHash: string }> {
  const known = await karat.db.row<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from identity.members where id = ${memberId}`,
  )
  await matchPassword(karat, { account: `member ${memberId}`, address }, known?.passwordHash, password)
  if (!known) throw new Refusal('sign_in_refused')
  return known
}
