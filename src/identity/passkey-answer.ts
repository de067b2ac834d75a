/** Wire shape of what a passkey signs. Binary values are base64url, as browsers write them. */

import { z } from 'zod'
import { problem } from '../locale/field-rules.ts'

export const bytes = (max: number) =>
  z
    .string()
    .min(1, problem('empty'))
    .max(max, problem('too_long', { n: max }))
    .regex(/^[A-Za-z0-9_-]+$/, problem('base64url'))
export const challengeId = z.uuid(problem('options_id'))

export const PasskeyAnswer = z.strictObject({
  challenge_id: challengeId,
  credential_id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(1400),
  user_handle: bytes(100),
})

export type PasskeyAnswerInput = z.output<typeof PasskeyAnswer>
