/** Wire shapes of the reasons for which staff take a sale back. */
import { z } from 'zod'
import { problem } from '../../locale/field-rules.ts'

export const causeField = z
  .string()
  .regex(/^[a-z0-9_]{2,30}$/, problem('office_cause'))
  .meta({ description: 'the code of a reason that its store offers' })
export const CauseOffered = z.strictObject({
  code: z.string(),
  name: z.string().nullable().meta({ description: 'null of the release’s own, which readers see in their language' }),
})
export type CauseOfferedView = z.output<typeof CauseOffered>
