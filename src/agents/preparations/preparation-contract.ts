/** Purchases that an agent prepares, on the wire. */

import { z } from 'zod'
import {
  currencyField,
  momentField,
  moneyField,
  ownedId,
  rowId,
  typedText,
  weightField,
  wholeCount,
} from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { preparationStates } from './preparation-rules.ts'

export const PrepareOf = z
  .strictObject({
    client_id: z.uuid(problem('id')).meta({ description: 'of the list of clients', 'x-owned': 'agent_client' }),
    by: z.enum(['weight', 'amount', 'pieces']),
    value: z
      .string()
      .regex(/^(0|[1-9]\d{0,12})(\.\d{1,4})?$/, problem('number'))
      .optional()
      .meta({ description: 'grams, or money in major units; of grams alone' }),
    sku_id: rowId.optional(),
    quantity: wholeCount(1, 100).optional(),
    words: typedText(0, 200).meta({ description: 'the client reads it' }),
  })
  .refine(({ by, value }) => by === 'pieces' || value !== undefined, { path: ['value'], message: problem('empty') })
  .refine(({ by, sku_id: sku }) => by !== 'pieces' || sku !== undefined, {
    path: ['sku_id'],
    message: problem('empty'),
  })
export const PreparationOf = z.strictObject({ preparation_id: ownedId('preparation') })
export const PreparationQuery = PreparationOf

const preparationFields = {
  preparation_id: z.uuid(),
  number: z.string(),
  kind: z.enum(['grams', 'order']),
  state: z.enum(preparationStates),
  weight: weightField.nullable().meta({ description: 'what was named, of grams' }),
  amount: moneyField.nullable(),
  currency: currencyField,
  sku_id: z.int().nullable(),
  product: z.string().nullable(),
  quantity: z.int().nullable(),
  words: z.string(),
  made_at: momentField,
  ends_at: momentField,
  ended_at: momentField.nullable(),
}
/** As the agent sees it. */
const Prepared = z.strictObject({ ...preparationFields, client: z.string() })
export const PreparedList = z.strictObject({ rows: z.array(Prepared).meta({ description: 'the newest first' }) })
/** As the client sees it. */
export const ForClient = z.strictObject({
  ...preparationFields,
  agent: z.string().meta({ description: 'the agent’s name' }),
  agent_number: z.string(),
})
export const ListForClient = z.strictObject({
  agent: z
    .strictObject({ name: z.string(), number: z.string(), shows_name: z.boolean() })
    .nullable()
    .meta({ description: 'whose client the member is' }),
  rows: z.array(ForClient).meta({ description: 'what waits, the newest first' }),
})
export const ShowNameOf = z.strictObject({ shows_name: z.boolean() })

export type PrepareInput = z.output<typeof PrepareOf>
export type PreparedView = z.output<typeof Prepared>
export type PreparedListView = z.output<typeof PreparedList>
export type ForClientView = z.output<typeof ForClient>
export type ListForClientView = z.output<typeof ListForClient>
