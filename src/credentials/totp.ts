/** Codes of authenticator apps (RFC 6238: SHA-1, six digits, thirty seconds), for members and staff alike. */
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** A code of the step before or after is taken too: clocks differ. */
const WINDOW = 1

/** 20 random bytes, as RFC 4226 advises. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

const appOf = (secret: Buffer, { account = '', issuer = '' } = {}) =>
  new TOTP({ issuer, label: account, secret: Secret.fromHex(secret.toString('hex')), period: PERIOD_SECONDS })

/** What an app takes: an otpauth:// address for the QR code, and the secret to type by hand. It lists the account under its issuer. */
export function totpAddress(
  secret: Buffer,
  named: { account: string; issuer: string },
): { address: string; typed: string } {
  const app = appOf(secret, named)
  return { address: app.toString(), typed: app.secret.base32 }
}

/** The code of a moment; tests and the demo's seeds ask for it. */
export const totpCode = (secret: Buffer, nowMs: number): string => appOf(secret).generate({ timestamp: nowMs })

/**
 * The step that a code is right for, or null. The caller keeps the newest step used, in the same statement that compares it,
 * and refuses steps not after it: a code works once.
 */
export function totpStep(secret: Buffer, code: string, nowMs: number): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
}
