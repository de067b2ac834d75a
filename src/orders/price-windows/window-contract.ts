/** Wire shapes of price windows in the back office. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { orderStates } from '../core/order-rules.ts'
import { listedBecause, saleKinds, windowSaleStates } from './window-rules.ts'

const bounds = { store: typedText(1, 10), from: momentField, to: momentField }
export const WindowOf = z.strictObject(bounds)
export const ProposeWindow = z.strictObject({ ...bounds, reason: reasonField })
export const WindowProposed = z.strictObject({ approval_id: z.uuid() })

const counts = z.strictObject({ void: z.int(), end: z.int(), choose: z.int(), list: z.int() })
const sale = {
  kind: z.enum(saleKinds),
  id: z.uuid(),
  order_id: z.uuid().nullable(),
  number: z.string().nullable(),
  buyer: z.string(),
  currency: currencyField,
  sold_ask: moneyField,
  right_ask: moneyField,
  total: moneyField.nullable(),
  right_total: moneyField.nullable(),
  because: z.enum(listedBecause).nullable(),
}
export const WindowPreview = z.strictObject({
  level_at: momentField,
  asks: z.array(z.strictObject({ currency: currencyField, ask: moneyField })),
  counts,
  sales: z.array(z.strictObject({ ...sale, does: z.enum(['void', 'end', 'choose', 'list']), sold_at: momentField })),
})
export type WindowPreviewView = z.output<typeof WindowPreview>

export const WindowsQuery = z.strictObject(pageQuery)
export const WindowsPage = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      id: z.uuid(),
      store: z.string(),
      from: momentField,
      to: momentField,
      level_at: momentField,
      reason: z.string(),
      requested_by: z.string(),
      approved_by: z.string(),
      approved_at: momentField,
      finished_at: momentField.nullable(),
      sales: z.int(),
      waiting: z.int(),
      choosing: z.int(),
      listed: z.int(),
    }),
  ),
})
export type WindowView = z.output<typeof WindowsPage>['rows'][number]

export const WindowSalesQuery = z.strictObject({ window_id: z.uuid(problem('id')), ...pageQuery })
export const WindowSalesPage = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      ...sale,
      state: z.enum(windowSaleStates),
      order_state: z.enum(orderStates).nullable(),
      choose_until: momentField.nullable(),
      done_at: momentField.nullable(),
      decided: z.strictObject({ by: z.string(), reason: z.string() }).nullable(),
      difference: z
        .strictObject({ back: moneyField, gain: moneyField, takes_two: z.boolean(), asked: z.boolean() })
        .nullable()
        .meta({
          description: 'of a cancellation that gave too little: what is, or was, paid on top, and where it goes',
        }),
    }),
  ),
})
export type WindowSaleView = z.output<typeof WindowSalesPage>['rows'][number]

export const LeaveLine = z.strictObject({
  kind: z.enum(saleKinds),
  id: z.uuid(problem('id')),
  reason: reasonField,
})
export const LineLeft = z.strictObject({ done: z.literal(true) })
export const PayDifference = z.strictObject({
  order_id: z.uuid(problem('id')),
  reason: reasonField,
})
export const DifferencePaid = z.strictObject({
  approval_id: z
    .uuid()
    .nullable()
    .meta({ description: 'of the second person that is asked for; null: it is on its way' }),
})
