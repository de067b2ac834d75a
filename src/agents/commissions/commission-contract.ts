/** What an agent earned, on the wire. */

import { z } from 'zod'
import {
  currencyField,
  momentField,
  moneyField,
  ownedId,
  pinField,
  typedText,
  weightField,
  wholeNumber,
} from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { settings } from '../../settings.ts'
import { commissionStates } from './commission-rules.ts'
import { fallBacks, slipWays } from './slip-way-rules.ts'

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

const account = z.string().nullable().meta({ description: 'its bank and masked number' })
const wentFields = {
  to: z.enum(slipWays).meta({ description: 'usual: the balance, or where the store keeps none the usual account' }),
  grams: weightField.nullable().meta({ description: 'bought for the net' }),
  account,
  fell_back: z.enum(fallBacks).nullable().meta({ description: 'why it did not go as chosen' }),
}
const Slip = z.strictObject({
  slip_id: z.uuid(),
  number: z.string(),
  gross: moneyField,
  withheld: moneyField,
  net: moneyField,
  went: z.strictObject(wentFields),
})
export const SlipOfMonth = z.strictObject({ ...Slip.shape, month: z.iso.date().meta({ description: 'its first day' }) })
const monthFields = {
  month: z.iso.date().meta({ description: 'its first day' }),
  purchases: z.int(),
  volume: moneyField,
  commission: moneyField.meta({ description: 'of what was bought in it, less what was taken back' }),
  slip: Slip.nullable(),
}
export const goesFields = { to: z.enum(slipWays), destination_id: z.uuid().nullable(), account }
const Goes = z.strictObject({
  ...goesFields,
  keeps_balance: z.boolean().meta({ description: 'whether the store keeps balances' }),
  agreement_version: z.string().nullable().meta({ description: 'to accept with gold in the vault; null: none' }),
  vault: z.boolean().meta({ description: 'whether the store offers the vault' }),
})
export const SlipWayOf = z.strictObject({
  to: z.enum(slipWays),
  destination_id: ownedId('payout_destination').optional().meta({ description: 'the account, for `account` alone' }),
  agreement_version: typedText(1, 20)
    .optional()
    .meta({ description: 'of the vault, as the page named it beside its button; accepted with the choice' }),
  pin: pinField,
})
export const MonthsQuery = z.strictObject({ count: wholeNumber(1, settings.agents.mostMonths).optional() })
export const Months = z.strictObject({
  currency: currencyField,
  pending: moneyField.meta({ description: 'commissions whose windows are not over' }),
  due: moneyField.meta({ description: 'what the next slip is of, less what was taken back' }),
  goes: Goes,
  rows: z.array(z.strictObject(monthFields)),
})
export const SlipQuery = z.strictObject({ slip_id: ownedId('agent_slip') })
export const SlipPdf = z.string().meta({ format: 'binary', description: 'the slip, PDF, no envelope' })
export const EarnedCsv = z.string().meta({ description: 'all commissions as CSV, no envelope' })

export type EarnedView = z.output<typeof Earned>
export type EarnedPageView = z.output<typeof EarnedPage>
export type ClientsPageView = z.output<typeof ClientsPage>
export type SlipView = z.output<typeof Slip>
export type GoesView = z.output<typeof Goes>
export type SlipWayWish = z.output<typeof SlipWayOf>
export type MonthsView = z.output<typeof Months>
