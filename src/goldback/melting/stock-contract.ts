/** Wire shapes of melting what the house owns. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { assayMethods } from '../case-rules.ts'

const fineness = z.int(problem('number')).min(1, problem('number')).max(10_000, problem('number'))

export const StockToMeltQuery = z.strictObject({ store: typedText(1, 10) })
export const StockToMelt = z.strictObject({
  lots: z
    .array(
      z.strictObject({
        number: z.string(),
        case_id: z.uuid().nullable().meta({ description: 'null: it came out of a melting' }),
        gross: weightField,
        fineness: z.int(),
        fine: weightField,
        cost: moneyField,
        currency: currencyField,
        held_until: momentField,
        may_melt: z.boolean().meta({ description: 'its holding period is over' }),
      }),
    )
    .meta({ description: 'held, the oldest first' }),
  pieces: z
    .array(
      z.strictObject({
        serial: z.string(),
        gross: weightField.meta({ description: 'as it was weighed when it was bought back' }),
        fine: weightField.meta({ description: 'of its stamp, as the books have it' }),
        currency: currencyField,
        held_until: momentField,
        may_melt: z.boolean(),
      }),
    )
    .meta({ description: 'bought back and less than their stamp says' }),
  meltings: z
    .array(
      z.strictObject({
        number: z.string(),
        lot: z.string().meta({ description: 'number of the lot that came out' }),
        gross_before: weightField,
        gross: weightField,
        books: weightField.meta({ description: 'fine, of what went in' }),
        fine: weightField,
        loss: z
          .string()
          .meta({ description: 'grams of fine gold; below zero where more was found than the books had' }),
        melted_at: momentField,
      }),
    )
    .meta({ description: 'the newest first' }),
})
export type StockToMeltView = z.output<typeof StockToMelt>

export const MeltStockOf = z
  .strictObject({
    store: typedText(1, 10),
    lots: z.array(typedText(1, 20)).max(50).meta({ description: 'their numbers' }),
    serials: z.array(typedText(1, 200)).max(50),
    weighed: z.string().min(1, problem('empty')).max(12).meta({ description: 'gross grams of what came out' }),
    assayed: fineness,
    method: z.enum(assayMethods, problem('empty')),
    reason: reasonField,
  })
  .refine(({ lots, serials }) => lots.length + serials.length > 0, {
    message: problem('empty'),
    path: ['lots'],
  })
export type MeltStockInput = z.output<typeof MeltStockOf>
export const MeltingAsked = z.strictObject({ approval_id: z.uuid() })
