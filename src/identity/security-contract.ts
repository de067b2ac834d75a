/** Wire shapes of what guards an account: its state, and what was done to it. */
import { z } from 'zod'
import { momentField } from '../http/wire.ts'

export const SecurityState = z.strictObject({
  pin: z.enum(['none', 'set', 'locked']),
  authenticator: z.boolean().meta({ description: 'an authenticator app is asked for on new devices' }),
  recovery_codes_left: z.int(),
  passkeys: z.int(),
  sessions: z.int().meta({ description: 'where the member is signed in now, this one included' }),
})

export const SecurityEvents = z.strictObject({
  events: z.array(
    z.strictObject({
      kind: z.string().meta({ description: 'signed_in, or what was changed' }),
      happened_at: momentField,
      device: z.string().nullable(),
      address: z.string().nullable(),
    }),
  ),
})

export type SecurityStateView = z.output<typeof SecurityState>
export type SecurityEventsView = z.output<typeof SecurityEvents>
