/** Wire shape of what a passkey signs. Binary values are base64url, as browsers write them. */
import { z } from 'zod'

export const bytes = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
export const challengeId = z.uuid('must be an id as the options gave it')

export const PasskeyAnswer = z.strictObject({
  challenge_id: challengeId,
  credential_id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(1400),
  user_handle: bytes(100),
})

export type PasskeyAnswerInput = z.output<typeof PasskeyAnswer>
