/** The call that names bars and coins which a member's grams can become. */
import { z } from 'zod'
import { currencyField, moneyField, weightField } from '../../http/wire.ts'

export const RedeemableQuery = z.strictObject({})

export const Redeemable = z.strictObject({
  currency: currencyField,
  gold: weightField.meta({ description: 'what the member has' }),
  packed_after: z.int().meta({ description: 'paid orders of the store that are packed before one that is paid now' }),
  packed_by: z.iso.date().meta({ description: 'by the end of which day in the time of the store that one is packed' }),
  pieces: z
    .array(
      z.strictObject({
        sku_id: z.int(),
        product_id: z.int(),
        name: z.string(),
        image: z.string(),
        attributes: z.record(z.string(), z.string()),
        weight: weightField.meta({ description: 'fine weight, which the grams pay' }),
        rest: moneyField.meta({ description: 'premium, making charge and tax at this moment, before delivery' }),
      }),
    )
    .meta({ description: 'in stock and no heavier than what the member has, the heaviest first' }),
})

export type RedeemableView = z.output<typeof Redeemable>
