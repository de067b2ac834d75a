/** Wire shapes of second factors: authenticator app, recovery codes. */

import { z } from 'zod'
import { typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { device, signInId } from './contract.ts'
import { PasskeyAnswer } from './passkey-answer.ts'

const password = typedText(1, 4 * settings.password.max)
const anyCode = typedText(6, 20).meta({ description: 'six digits of the authenticator app, or a recovery code' })

export const BeginAuthenticator = z.strictObject({ password })
export const AuthenticatorSecret = z.strictObject({
  address: z.string().meta({ description: 'otpauth:// address that opens an app on the same device' }),
  qr: z.strictObject({ size: z.int(), path: z.string() }).meta({ description: 'the same to scan, as an SVG path' }),
  secret: z.string().meta({ description: 'the secret in it, to type by hand' }),
})
export const ConfirmAuthenticator = z.strictObject({ code: z.string().regex(/^[0-9]{6}$/, problem('six_digits')) })
export const RecoveryCodes = z.strictObject({
  recovery_codes: z.array(z.string()).meta({ description: 'shown once; each works once' }),
})
/** A second factor, shown anew: one of them where the app is on, nothing where it is off. */
export const factorProof = {
  code: anyCode.optional(),
  passkey: PasskeyAnswer.optional().meta({ description: 'what a passkey signed, begun by beginPasskeyProof' }),
}
export const BothFactors = z.strictObject({ password, ...factorProof })
export const AuthenticatorOff = z.strictObject({ on: z.literal(false) })

export const LoginWithApp = z.strictObject({ sign_in_id: signInId, code: anyCode, device })

export type AuthenticatorSecretView = z.output<typeof AuthenticatorSecret>
export type FactorProofInput = Partial<Pick<z.output<typeof BothFactors>, 'code' | 'passkey'>>
export type RecoveryCodesView = z.output<typeof RecoveryCodes>
