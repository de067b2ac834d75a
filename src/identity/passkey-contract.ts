/** Wire shapes of passkeys. Binary values are base64url, as browsers write them. */

import { z } from 'zod'
import { momentField, nameText, ownedId, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { device } from './contract.ts'
import { factorProof } from './factors-contract.ts'
import { bytes, challengeId, PasskeyAnswer } from './passkey-answer.ts'

const password = typedText(1, 4 * settings.password.max)
const credential = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

export const BeginPasskey = z.strictObject({ password, ...factorProof })
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
  name: nameText(1, 60).regex(/\S/, problem('empty')),
  credential_id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(8000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, problem('transport'))).max(10),
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
export const PasskeyLogin = z.strictObject({ ...PasskeyAnswer.shape, device })

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
export const RemovePasskey = z.strictObject({ id: ownedId('passkey'), password, ...factorProof })

export type PasskeyToAddView = z.output<typeof PasskeyToAdd>
export type AddPasskeyInput = z.output<typeof AddPasskey>
export type PasskeyLoginBegunView = z.output<typeof PasskeyLoginBegun>
export type PasskeysView = z.output<typeof Passkeys>
