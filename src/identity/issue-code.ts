import { v7 as newId } from 'uuid'
import type { Config } from '../config.ts'
import { hashOfCode, newCode } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Destination } from './account-rules.ts'

/** What a code is for: it works for nothing else. */
export type CodePurpose =
  | 'sign_up'
  | 'sign_in'
  | 'second_step'
  | 'unlock'
  | 'change_mobile'
  | 'set_email'
  | 'reset_pin'
  | 'activity'

type NewCode = {
  purpose: CodePurpose
  to: Destination
  /** Whose account it opens; null for an account that nobody has: no code will be right. */
  memberId?: string | null
  /** The session, or the sign-in that has begun, in which alone it works. */
  boundTo?: string | null
  details?: object
}

type IssuedCode = { id: string; code: string; minutes: string; expiresAt: Date }

/**
 * Writes a new one-time code; those that went to the same destination, or were asked for by the same origin, for the same purpose are dead.
 * The caller has counted the message and sends the code.
 */
export async function issueCode(
  tx: Tx,
  config: Config,
  { purpose, to, memberId = null, boundTo = null, details = {} }: NewCode,
): Promise<IssuedCode> {
  const id = newId()
  const code = newCode()
  await tx.run(sql`update identity.codes set expires_at = now()
    where purpose = ${purpose} and used_at is null and expires_at > now()
      and (destination = ${to.destination} or bound_to = ${boundTo})`)
  const row = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.codes (id, purpose, destination, code_hash, details, member_id, bound_to, created_at, expires_at)
    values (${id}, ${purpose}, ${to.destination}, ${hashOfCode(config, id, code)}, ${JSON.stringify(details)}, ${memberId},
      ${boundTo}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${settings.code.lifeSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!row) throw new Error('the code was not written')
  return { id, code, minutes: String(settings.code.lifeSeconds / 60), expiresAt: row.expiresAt }
}
