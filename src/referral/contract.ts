/** Wire shapes of sign-up links and of what they brought. */
import { z } from 'zod'
import { momentField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { linkKinds } from './link-code-rules.ts'
import { rewardEnds, rewardStates, rewardWaits } from './reward-rules.ts'

export const Visit = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, problem('link_code'))
    .meta({ description: 'of the link that a browser came by' }),
})
export const Visited = z.strictObject({ counted: z.boolean().meta({ description: 'false for a code of nobody' }) })

export const Invite = z.strictObject({
  code: z.string(),
  link: z.string(),
  qr: z.strictObject({ size: z.int(), path: z.string() }).meta({ description: 'the link as squares to scan' }),
  came_through: z
    .strictObject({ kind: z.enum(linkKinds), name: z.string().meta({ description: 'masked' }), at: momentField })
    .nullable()
    .meta({ description: 'whose link the member came by themselves; null where by nobody’s' }),
  joined: z.array(
    z.strictObject({
      name: z.string().meta({ description: 'masked' }),
      at: momentField,
      verified: z.boolean(),
      bought: z.boolean(),
      reward: z
        .strictObject({
          grams: z.string(),
          state: z.enum(rewardStates),
          in_review: z.boolean(),
          waits_for: z.enum(rewardWaits).nullable(),
          expected_at: momentField
            .nullable()
            .meta({ description: 'of a pending one: when it is credited if nothing happens until then' }),
          because: z.enum(rewardEnds).nullable(),
          set_off: z.string(),
          taken_back: z.string(),
        })
        .nullable(),
    }),
  ),
  count: z.int(),
  rate: z.strictObject({ grams: z.string(), volume: z.string(), currency: z.string() }).nullable().meta({
    description: 'what a reward is now, and what an invited member has to buy for it; null where there are none',
  }),
  sums: z
    .strictObject({ pending: z.string(), credited: z.string(), reversed: z.string() })
    .meta({ description: 'grams' }),
})
export type InviteView = z.infer<typeof Invite>
