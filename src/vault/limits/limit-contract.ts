/** The calls about limit orders. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, pinField, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { AccountName } from '../../payouts/contract.ts'
import { settings } from '../../settings.ts'
import { sides } from '../trade-rules.ts'
import { endings, limitStates, waits } from './limit-rules.ts'

const { mostDays } = settings.limitOrders

export const LimitOf = z.strictObject({
  side: z.enum(sides),
  by: z.enum(['weight', 'amount']).meta({ description: 'what is named: grams, or money; of a sale grams' }),
  value: z
    .string()
    .regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, problem('number'))
    .meta({ description: 'grams with up to four places, or money in major units' }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,11}(\.\d{1,2})?$/, problem('number'))
    .meta({ description: 'of one gram, in major units: the most that is paid, the least that is got' }),
  days: z
    .int()
    .min(1, problem('too_small', { n: 1 }))
    .max(mostDays, problem('too_big', { n: mostDays }))
    .default(mostDays)
    .meta({ description: 'for so many times 24 hours it is good' }),
  agreement_version: typedText(1, 20)
    .optional()
    .meta({ description: 'the version that the page named beside its button; it is accepted with the first purchase' }),
  pin: pinField,
})

export const LimitNamed = z.strictObject({ limit_id: ownedId('limit_order') })

export const LimitOrder = z.strictObject({
  limit_id: z.uuid(),
  number: z.string(),
  side: z.enum(sides),
  currency: currencyField,
  weight: weightField.nullable().meta({ description: 'what was named; null where it was money' }),
  amount: moneyField.nullable().meta({ description: 'what was named; null where it was grams' }),
  limit: moneyField.meta({ description: 'of one gram' }),
  reserved: z
    .strictObject({ cash: moneyField.nullable(), gold: weightField.nullable() })
    .meta({ description: 'what is, or was, set aside for it: money of a purchase, grams of a sale' }),
  state: z.enum(limitStates),
  because: z.enum(endings).nullable().meta({ description: 'why it was ended' }),
  waits_for: z.enum(waits).nullable().meta({ description: 'why it was not filled although the price was there' }),
  placed_at: momentField,
  ends_at: momentField,
  ended_at: momentField.nullable(),
  trade: z
    .strictObject({
      trade_id: z.uuid(),
      number: z.string(),
      weight: weightField,
      amount: moneyField,
      price: moneyField.meta({ description: 'of one gram' }),
    })
    .nullable()
    .meta({ description: 'what filled it' }),
})

export const Limits = z.strictObject({
  currency: currencyField,
  cash_balance: z.enum(['closed', 'off']).meta({
    description:
      'whether the store keeps a cash balance for its members; where it is off, nothing is bought with a limit',
  }),
  cash: moneyField.meta({ description: 'what of the balance may buy gold now' }),
  gold: weightField,
  pays_to: AccountName.nullable().meta({
    description: 'where it is off: the account that a sale is paid out to as things stand; null while none is bound',
  }),
  least: moneyField.meta({ description: 'the least that is bought' }),
  most: z.int().meta({ description: 'how many a member may have open with the store' }),
  agreement_version: z
    .string()
    .nullable()
    .meta({ description: 'what is accepted with the first order to buy; null where that was done before' }),
  orders: z.array(LimitOrder).meta({ description: 'open ones and what ended lately, the newest first' }),
})

export type LimitAsked = Omit<z.output<typeof LimitOf>, 'pin' | 'agreement_version'>
export type LimitOrderView = z.output<typeof LimitOrder>
export type LimitsView = z.output<typeof Limits>
