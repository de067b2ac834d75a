/** An authenticator app as a member has it on their phone. */
import { Secret } from 'otpauth'
import { totpCode } from '../../src/credentials/totp.ts'
import { goodPassword, post } from './account.ts'
import type { Shop } from './shop.ts'

const STEP_MS = 30_000

export const secretOf = (typed: string) => Buffer.from(Secret.fromBase32(typed).bytes)

/** Turns an app on for a member; `code(n)` is the one of n steps later, since each works once. */
export async function setUpApp(shop: Shop, token: string) {
  const begun = await post(shop, '/user/beginAuthenticator', { password: goodPassword }, { token })
  const secret = secretOf(String(begun.data.secret))
  const code = (later = 0) => totpCode(secret, shop.karat.now() + later * STEP_MS)
  const confirmed = await post(shop, '/user/confirmAuthenticator', { code: code(-1) }, { token })
  return { secret, code, recovery: confirmed.data.recovery_codes as string[] }
}
