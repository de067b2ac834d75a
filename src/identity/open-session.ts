import { v7 as newId } from 'uuid'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { SignedInView } from './contract.ts'
import { getUserInfo } from './member-queries.ts'
import { noteSharedBrowser } from './shared-devices.ts'

/**
 * From where somebody signs in: what their browser calls itself, the token by which we know that browser, and the subject of
 * their network address.
 */
export type Caller = { device: string; deviceToken?: string | undefined; address: string }

/**
 * How somebody has shown who they are. With an authenticator app on, a password opens a session only beside the app, a passkey
 * or in a known browser; a code in a message never does.
 */
export type Shown = 'new_account' | 'known_device' | 'code' | 'app' | 'passkey'

/**
 * Opens a new session for a member who has just shown who they are, by both steps or in a known browser. The browser is
 * known from now on, by a new token that is this member's alone. Tokens are in the answer and nowhere else.
 *
 * Refuses sign_in_expired when only a code was shown and an authenticator app is on.
 */
export async function openSession(
  { tokenTries }: Pick<Karat, 'tokenTries'>,
  tx: Tx,
  memberId: string,
  caller: Caller,
  shown: Shown,
): Promise<SignedInView> {
  if (shown === 'code') await requireNoApp(tx, memberId)
  const token = newToken()
  const deviceToken = await rememberDevice(tx, memberId, caller)
  const session = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.sessions (token_hash, id, member_id, expires_at, device, address, device_hash)
    values (${hashOfToken(token)}, ${newId()}, ${memberId}, now() + make_interval(secs => ${settings.session.absoluteSeconds}),
      ${caller.device}, ${caller.address}, ${hashOfToken(deviceToken)})
    returning expires_at as "expiresAt"`)
  if (!session) throw new Error('the session was not written')
  tx.afterCommit(() => tokenTries.issued(hashOfToken(token)))
  const userInfo = await getUserInfo(tx, memberId)
  return { token, expires_at: session.expiresAt.toISOString(), device_token: deviceToken, userInfo }
}

/** The one rule that stands behind every way in: a code in a message is no stand-in for a factor that is on. */
async function requireNoApp(tx: Tx, memberId: string) {
  const on = await tx.row(
    sql`select 1 as one from identity.authenticators where member_id = ${memberId} and confirmed_at is not null`,
  )
  if (on) throw new Refusal('sign_in_expired')
}

/**
 * A new token for this browser. The one it sent is dead, where it was this member's; sessions that stand on it stand on the new
 * one. Another member's stays theirs, is worth nothing here, and says that
 * they share a browser.
 */
async function rememberDevice(tx: Tx, memberId: string, { device, deviceToken }: Caller): Promise<string> {
  const fresh = newToken()
  await tx.run(sql`insert into identity.devices (token_hash, member_id, name)
    values (${hashOfToken(fresh)}, ${memberId}, ${device})`)
  if (deviceToken) {
    const old = hashOfToken(deviceToken)
    await noteSharedBrowser(tx, memberId, old)
    await tx.run(sql`delete from identity.devices where token_hash = ${old} and member_id = ${memberId}`)
    await tx.run(sql`update identity.sessions set device_hash = ${hashOfToken(fresh)}
      where member_id = ${memberId} and device_hash = ${old}`)
  }
  return fresh
}

/**
 * Takes the token of a known browser, which opens one session and is dead with it; of any number at once one goes on. False
 * where the member is not known in this browser.
 */
export async function spendDevice(tx: Tx, memberId: string, deviceToken: string | undefined): Promise<boolean> {
  if (!deviceToken) return false
  const known = await tx.run(sql`update identity.devices set last_used_at = now(), ended_at = clock_timestamp()
    where member_id = ${memberId} and token_hash = ${hashOfToken(deviceToken)} and ended_at is null
      and last_used_at > now() - make_interval(days => ${settings.devices.keepDays}::int)`)
  return known === 1
}
