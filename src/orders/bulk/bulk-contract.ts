/** Wire shapes of runs over many orders. */
import { z } from 'zod'
import { momentField, moneyField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { orderStates } from '../core/order-rules.ts'
import { CauseOffered, causeField } from '../give-up/give-up-contract.ts'
import { bulkActions, bulkResults, MOST_OF_A_PREVIEW, MOST_OF_A_RUN, readChosen } from './bulk-rules.ts'

const state = z.enum(orderStates)
const chosen = (most: number) =>
  typedText(1, 60 * most)
    .transform((text, context) => {
      const orders = readChosen(text, most)
      if (orders) return orders
      context.addIssue({ code: 'custom', message: problem('office_orders_once', { n: most }) })
      return z.NEVER
    })
    .meta({ description: `a line for each order, up to ${most}: its id, a blank, and the state in which it was seen` })

const action = z.enum(bulkActions)
const causeFits = ({ action, cause }: { action: string; cause: string | null }) =>
  (cause !== null) === (action === 'give_up')

export const PreviewRun = z.strictObject({ action, orders: chosen(MOST_OF_A_PREVIEW) })
export const RunPreview = z.strictObject({
  causes: z.array(CauseOffered).meta({ description: 'of giving up: what every store of these orders offers alike' }),
  orders: z.array(
    z.strictObject({
      order_id: z.uuid(),
      outcome: z
        .enum(['done', 'asked', 'refused'])
        .meta({ description: 'asked: a second person would have to approve it' }),
      says: z.string().nullable().meta({ description: 'why it would be refused' }),
      returns: moneyField.nullable().meta({ description: 'money that would go back' }),
      currency: z.string().nullable(),
    }),
  ),
})
export type RunPreviewView = z.output<typeof RunPreview>

export const BeginRun = z
  .strictObject({
    action,
    cause: causeField.nullable().meta({ description: 'of giving up, and of nothing else' }),
    reason: reasonField.nullable(),
    orders: chosen(MOST_OF_A_RUN),
  })
  .refine(causeFits, { message: problem('empty'), path: ['cause'] })
export const RunBegun = z.strictObject({ run_id: z.uuid() })
export const RunOf = z.strictObject({ run_id: z.uuid(problem('id')) })
export const RunStopped = z.strictObject({ left: z.int() })

const run = {
  run_id: z.uuid(),
  action,
  by: z.string(),
  begun_at: momentField,
  stopped_at: momentField.nullable(),
  counts: z.record(z.enum(bulkResults), z.int()),
}
const RunRow = z.strictObject(run)
export type RunRowView = z.output<typeof RunRow>
export const RunsQuery = z.strictObject(pageQuery)
export const RunsPage = z.strictObject({ total: z.int(), rows: z.array(RunRow) })
export const RunCounts = z.strictObject({ run_id: run.run_id, counts: run.counts })
export type RunCountsView = z.output<typeof RunCounts>
export const Run = z.strictObject({
  ...run,
  reason: z.string().nullable().meta({ description: 'null too for who may not do what was done' }),
  orders: z.array(
    z.strictObject({
      order_id: z.uuid(),
      number: z.string(),
      store: z.string(),
      buyer: z.string(),
      state: state.meta({ description: 'as it is now' }),
      result: z.enum(bulkResults),
      refusal: z.string().nullable(),
      says: z.string().nullable(),
      approval_id: z.uuid().nullable(),
      at: momentField.nullable(),
    }),
  ),
})
export type RunView = z.output<typeof Run>

export const FoundOrders = z.strictObject({
  total: z.int(),
  orders: z
    .array(z.strictObject({ id: z.uuid(), number: z.string(), state, buyer: z.string() }))
    .meta({ description: 'the first thousand' }),
})
export type FoundOrdersView = z.output<typeof FoundOrders>
