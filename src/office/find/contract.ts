/** Wire shape of what the back office finds by a few letters. */
import { z } from 'zod'
import { typedText } from '../../http/wire.ts'
import { findKinds } from './find-rules.ts'

export const FindQuery = z.strictObject({ q: typedText(1, 100).regex(/\S/) })
const Hit = z.strictObject({
  kind: z.enum(findKinds),
  title: z.string(),
  below: z.string().meta({ description: 'what tells it from others of its kind; contact data masked' }),
  to: z.string().meta({ description: 'path of its page' }),
})
export const Found = z.strictObject({
  hits: z.array(Hit).meta({ description: 'at most eight of a kind, of kinds that the reader may see' }),
})
export type HitView = z.infer<typeof Hit>
