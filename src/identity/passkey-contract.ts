/** Wire shapes of passkeys. Binary values are base64url, as browsers write them. */
import { z } from 'zod'
import { momentField, ownedId, typedText } from '../http/wire.ts'
import { settings } from '../settings.ts'
import { device } from './contract.ts'

const bytes = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
const password = typedText(1, 4 * settings.password.max)
const challengeId = z.uuid('must be an id as the options gave it')
const credential = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

export const BeginPasskey = z.strictObject({ password })
export const PasskeyToAdd = z.strictObject({
  challenge_id: z.uuid(),
  options: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
})
export const AddPasskey = z.strictObject({
  challenge_id: challengeId,
  name: typedText(1, 60).regex(/\S/, 'must not be empty'),
  credential_id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(8000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, 'must be a transport')).max(10),
})
export const PasskeyLoginBegun = z.strictObject({
  challenge_id: z.uuid(),
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
})
export const PasskeyLogin = z.strictObject({
  challenge_id: challengeId,
  credential_id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(1400),
  user_handle: bytes(100),
  device,
})

export const Passkeys = z.strictObject({
  max: z.int(),
  passkeys: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      synced: z.boolean(),
      created_at: momentField,
      last_used_at: momentField.nullable(),
    }),
  ),
})
export const RemovePasskey = z.strictObject({ id: ownedId('passkey'), password })

export type PasskeyToAddView = z.output<typeof PasskeyToAdd>
export type AddPasskeyInput = z.output<typeof AddPasskey>
export type PasskeyLoginBegunView = z.output<typeof PasskeyLoginBegun>
export type PasskeyLoginInput = z.output<typeof PasskeyLogin>
export type PasskeysView = z.output<typeof Passkeys>
