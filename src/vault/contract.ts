/** The calls of the vault account. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { sides } from './trade-rules.ts'

const pin = z.string().regex(/^\d{6}$/, problem('six_digits'))

export const TradeQuoteOf = z.strictObject({
  by: z.enum(['weight', 'amount']).meta({ description: 'what is named: grams, or money' }),
  value: z
    .string()
    .regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, problem('number'))
    .meta({ description: 'grams with up to four places, or money in major units' }),
})

export const TradeQuote = z.strictObject({
  quote_id: z.uuid(),
  side: z.enum(sides),
  currency: currencyField,
  weight: weightField,
  amount: moneyField.meta({ description: 'what is paid for a purchase, or got for a sale' }),
  price: moneyField.meta({ description: 'of one gram' }),
  fee: moneyField,
  worth_at_bid: moneyField.meta({ description: 'what the same grams would bring at the same moment' }),
  cash: moneyField.meta({ description: 'what the member has' }),
  gold: weightField.meta({ description: 'what the member has' }),
  created_at: momentField,
  expires_at: momentField,
  server_time: momentField,
})

const ofQuote = (kind: string) => z.strictObject({ quote_id: ownedId(kind), pin })
export const Purchase = ofQuote('purchase_quote')
export const CashingIn = ofQuote('cashing_in_quote')

export const Trade = z.strictObject({
  trade_id: z.uuid(),
  number: z.string(),
  side: z.enum(sides),
  currency: currencyField,
  weight: weightField,
  amount: moneyField,
  price: moneyField.meta({ description: 'of one gram' }),
  fee: moneyField,
  better_price: z
    .strictObject({ weight: weightField, amount: moneyField, price: moneyField })
    .nullable()
    .meta({ description: 'what was quoted, where a better price was given' }),
  made_at: momentField,
  cash: moneyField.meta({ description: 'what the member has afterwards' }),
  gold: weightField.meta({ description: 'what the member has afterwards' }),
})

export type TradeQuoteView = z.output<typeof TradeQuote>
export type TradeView = z.output<typeof Trade>
