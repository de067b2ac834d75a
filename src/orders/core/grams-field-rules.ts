/** How grams pay an order: fields of its calls. Pure. */
import { z } from 'zod'
import { weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'

/** What pays the fine weight of bars and coins. Jewellery is paid in money. */
export const goldField = z
  .enum(['money', 'grams'], problem('method'))
  .optional()
  .meta({ description: 'grams: the member’s own pay the fine weight of bars and coins' })

export const packedByField = z.iso.date().nullable().meta({
  description:
    'by the end of which day in the time of the store an order in grams is packed, promised when it was paid; null before',
})

export const OrderGrams = z
  .strictObject({
    weight: weightField,
    state: z.enum(['due', 'held', 'used', 'released']).meta({
      description:
        'due: not set aside yet; used: the member has numbered pieces in their place; released: they are the member’s again',
    }),
    returned: weightField.meta({ description: 'what of used grams went back' }),
    packed_after: z
      .int()
      .nullable()
      .meta({ description: 'paid orders of the store that are packed before this one; null unless it waits for that' }),
    packed_by: packedByField,
  })
  .nullable()
  .meta({ description: 'what is paid in grams beside the total' })
