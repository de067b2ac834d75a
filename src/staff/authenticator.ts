/** Authenticator apps of the staff: what an app takes, and changing to another one. */
import QRCode from 'qrcode'
import { normalisePassword } from '../credentials/password-rules.ts'
import { newTotpSecret, totpAddress, totpStep } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { AuthenticatorView } from './contract.ts'
import type { Staff } from './door.ts'
import { recordAction } from './record-action.ts'
import { aboutTotp, spendCode } from './sign-in.ts'
import { forgetStaffTries, takeStaffTry } from './sign-in-tries.ts'

/** A secret as an app takes it: scanned as squares, or typed. */
export function describeAuthenticator(secret: Buffer, email: string): AuthenticatorView {
  const { address, typed } = totpAddress(secret, { account: `${email} (staff)`, issuer: 'Karat' })
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
  return { address, typed, square: { size: modules.size, path } }
}

/**
 * Proves again, with both factors, who is signed in. Tries count like those of the sign-in.
 *
 * Refuses sign_in_wait; sign_in_refused for either of them, without saying which.
 */
export async function proveAgain(
  karat: Bag<'staff'>,
  staff: Staff,
  proof: { password: string; code: string },
): Promise<void> {
  const guess = { account: `proof ${staff.id}`, address: staff.address }
  const state = await takeStaffTry(karat.db, guess)
  const person = await karat.db.row<{ hash: string }>(
    sql`select password_hash as hash from staff.people where id = ${staff.id} and password_hash is not null`,
  )
  const matches = await karat.hasher.matches(person?.hash ?? '', normalisePassword(proof.password))
  if (!matches || state === 'locked' || !(await spendCode(karat, staff.id, proof.code)))
    throw new Refusal('sign_in_refused')
  await forgetStaffTries(karat.db, guess)
}

/** Makes a new authenticator ready; the old one stays until the new one has proven itself. Refuses as `proveAgain`. */
export async function beginAuthenticator(
  karat: Bag<'staff'>,
  staff: Staff,
  proof: { password: string; code: string },
): Promise<AuthenticatorView> {
  await proveAgain(karat, staff, proof)
  const secret = newTotpSecret()
  await karat.db.run(sql`update staff.people set totp_next_sealed = ${karat.sealing.seal(secret, aboutTotp(staff.id))}
    where id = ${staff.id}`)
  return describeAuthenticator(secret, staff.email)
}

/** From now on codes come from the new authenticator; the person's other sessions end. Refuses not_found, code_wrong. */
export async function setAuthenticator(karat: Bag<'staff'>, staff: Staff, code: string): Promise<{ done: true }> {
  const guess = { account: `next ${staff.id}`, address: staff.address }
  await takeStaffTry(karat.db, guess)
  return karat.db.transaction(async (tx) => {
    const next = await tx.row<{ sealed: Buffer | null }>(
      sql`select totp_next_sealed as sealed from staff.people where id = ${staff.id} for update`,
    )
    if (!next?.sealed) throw new Refusal('not_found')
    const step = totpStep(karat.sealing.open(next.sealed, aboutTotp(staff.id)), code, karat.now())
    if (step === null) throw new Refusal('code_wrong', { tries_left: 0 })
    await forgetStaffTries(tx, guess)
    await tx.run(sql`update staff.people set totp_sealed = totp_next_sealed, totp_next_sealed = null, totp_step = ${step}
      where id = ${staff.id}`)
    await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'authenticator_changed'
      where person_id = ${staff.id} and id <> ${staff.sessionId} and ended_at is null`)
    await recordAction(tx, staff, { action: 'account.own', details: { did: 'change_authenticator' } })
    return { done: true }
  })
}
