/** Wire shapes of sign-up links and of what they brought. */
import { z } from 'zod'
import { momentField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { linkKinds } from './link-code-rules.ts'

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
  joined: z.array(z.strictObject({ name: z.string().meta({ description: 'masked' }), at: momentField })),
  count: z.int(),
})
export type InviteView = z.infer<typeof Invite>
