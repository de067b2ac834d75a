import { v7 as newId } from 'uuid'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { SignedInView } from './contract.ts'
import { getUserInfo } from './member-queries.ts'

/**
 * From where somebody signs in: what their browser calls itself, the token by which we know that browser, and the subject of
 * their network address.
 */
export type Caller = { device: string; deviceToken?: string | undefined; address: string }

/**
 * Opens a new session for a member who has just proven who they are, by both steps or in a known browser. The browser is
 * known from now on. Tokens are in the answer and nowhere else.
 */
export async function openSession(tx: Tx, memberId: string, caller: Caller): Promise<SignedInView> {
  const token = newToken()
  const deviceToken = await rememberDevice(tx, memberId, caller)
  const session = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.sessions (token_hash, id, member_id, expires_at, device, address, device_hash)
    values (${hashOfToken(token)}, ${newId()}, ${memberId}, now() + make_interval(secs => ${settings.session.absoluteSeconds}),
      ${caller.device}, ${caller.address}, ${hashOfToken(deviceToken)})
    returning expires_at as "expiresAt"`)
  if (!session) throw new Error('the session was not written')
  const userInfo = await getUserInfo(tx, memberId)
  return { token, expires_at: session.expiresAt.toISOString(), device_token: deviceToken, userInfo }
}

/** The token of this browser: its own when it is known to any member, else a new one. */
async function rememberDevice(tx: Tx, memberId: string, { device, deviceToken }: Caller): Promise<string> {
  if (deviceToken) {
    const known = await tx.run(sql`
      insert into identity.devices (token_hash, member_id, name)
      select ${hashOfToken(deviceToken)}, ${memberId}, ${device}
      where exists (select from identity.devices where token_hash = ${hashOfToken(deviceToken)})
      on conflict (token_hash, member_id) do update set last_used_at = now(), name = excluded.name`)
    if (known === 1) return deviceToken
  }
  const fresh = newToken()
  await tx.run(sql`insert into identity.devices (token_hash, member_id, name)
    values (${hashOfToken(fresh)}, ${memberId}, ${device})`)
  return fresh
}
