import { z } from 'zod'
import { momentField } from '../../http/wire.ts'

/** Where an order went before, as its buyer reads it. */
export const earlierField = z
  .array(z.strictObject({ place: z.string(), at: momentField }))
  .meta({ description: 'where it went before, newest first; `at` says until when' })
