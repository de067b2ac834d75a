import { v7 as newId } from 'uuid'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { SignedInView } from './contract.ts'
import { getUserInfo } from './member-queries.ts'

/** From where somebody signs in: what their browser calls itself, and the subject of their network address. */
export type Caller = { device: string; address: string }

/** Opens a new session for a member who has just proven who they are. The token is in the answer and nowhere else. */
export async function openSession(tx: Tx, memberId: string, { device, address }: Caller): Promise<SignedInView> {
  const token = newToken()
  const session = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
    values (${hashOfToken(token)}, ${newId()}, ${memberId},
      now() + make_interval(secs => ${settings.session.absoluteSeconds}), ${device}, ${address})
    returning expires_at as "expiresAt"`)
  if (!session) throw new Error('the session was not written')
  return { token, expires_at: session.expiresAt.toISOString(), userInfo: await getUserInfo(tx, memberId) }
}
