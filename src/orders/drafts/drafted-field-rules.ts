import { z } from 'zod'
import { momentField } from '../../http/wire.ts'

/** Who put an order together, where that was not its buyer. */
export const draftedField = z
  .strictObject({ number: z.string(), by: z.string(), at: momentField })
  .nullable()
  .meta({ description: 'by whom of the house it was put together, for its buyer to order; null otherwise' })
