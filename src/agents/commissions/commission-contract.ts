/** What an agent earned, on the wire. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, wholeNumber } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { settings } from '../../settings.ts'
import { commissionStates } from './commission-rules.ts'

const after = z
  .string()
  .regex(/^[\w.:-]{1,80}$/, problem('unknown'))
  .optional()
  .meta({ description: '`next` of the page before' })
export const PageQuery = z.strictObject({ after })

const earnedFields = {
  commission_id: z.uuid(),
  kind: z.enum(['order', 'grams']),
  number: z.string().meta({ description: 'of the order or trade' }),
  client: z.string().meta({ description: 'masked, unless the client shows their name' }),
  paid_at: momentField,
  currency: currencyField,
  amount: moneyField.meta({ description: 'what was paid' }),
  commission: moneyField,
  reversed: moneyField.meta({ description: 'what of it was taken back' }),
  state: z.enum(commissionStates),
  due_at: momentField.nullable().meta({ description: 'when it falls due; null while that is not known' }),
  prepared: z.boolean().meta({ description: 'prepared by the agent' }),
}
const Earned = z.strictObject(earnedFields)
export const EarnedPage = z.strictObject({ rows: z.array(Earned), next: z.string().nullable() })

const Client = z.strictObject({
  client_id: z.uuid(),
  name: z.string().meta({ description: 'masked, unless the client shows it' }),
  joined_at: momentField,
  purchases: z.int(),
  commission: moneyField,
})
export const ClientsPage = z.strictObject({
  currency: currencyField,
  count: z.int(),
  rows: z.array(Client),
  next: z.string().nullable(),
})

const monthFields = {
  month: z.iso.date().meta({ description: 'its first day' }),
  purchases: z.int(),
  volume: moneyField,
  commission: moneyField.meta({ description: 'of what was bought in it, less what was taken back' }),
  slip: z
    .strictObject({
      slip_id: z.uuid(),
      number: z.string(),
      gross: moneyField,
      withheld: moneyField,
      net: moneyField,
    })
    .nullable(),
}
export const MonthsQuery = z.strictObject({ count: wholeNumber(1, settings.agents.mostMonths).optional() })
export const Months = z.strictObject({
  currency: currencyField,
  pending: moneyField.meta({ description: 'commissions whose windows are not over' }),
  due: moneyField.meta({ description: 'what the next slip is of, less what was taken back' }),
  rows: z.array(z.strictObject(monthFields)),
})
export const SlipQuery = z.strictObject({ slip_id: ownedId('agent_slip') })
export const SlipPdf = z.string().meta({ format: 'binary', description: 'the slip, PDF, no envelope' })
export const EarnedCsv = z.string().meta({ description: 'all commissions as CSV, no envelope' })

export type EarnedView = z.output<typeof Earned>
export type EarnedPageView = z.output<typeof EarnedPage>
export type ClientsPageView = z.output<typeof ClientsPage>
export type MonthsView = z.output<typeof Months>
