/** The call that names a member's numbered pieces. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, weightField } from '../../http/wire.ts'

export const OwnedPiecesQuery = z.strictObject({})

export const OwnedPieces = z.strictObject({
  count: z.int(),
  weight: weightField.meta({ description: 'fine weight of all of them' }),
  pieces: z
    .array(
      z.strictObject({
        serial: z.string(),
        name: z.string(),
        image: z.string(),
        weight: weightField.meta({ description: 'fine weight' }),
        order_id: z.uuid(),
        number: z.string().meta({ description: 'of the order that it was bought with' }),
        paid: moneyField
          .nullable()
          .meta({ description: 'what its buyer paid for it, without delivery; null where grams paid for its gold' }),
        currency: currencyField,
        paid_at: momentField,
      }),
    )
    .meta({ description: 'the newest of them' }),
})

export type OwnedPiecesView = z.output<typeof OwnedPieces>
