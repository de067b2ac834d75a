/** The calls of the vault account. */

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
} from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { MethodOffered, MethodTerms } from '../payments/method-field-rules.ts'
import { AccountName } from '../payouts/contract.ts'
import { intervals } from '../pricing/contract.ts'
import { paidFrom, sides } from './trade-rules.ts'

export const NoQuery = z.strictObject({})

const quoteFields = {
  by: z.enum(['weight', 'amount']).meta({ description: 'what is named: grams, or money' }),
  value: z
    .string()
    .regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/, problem('number'))
    .meta({ description: 'grams with up to four places, or money in major units' }),
}
export const SaleQuoteOf = z.strictObject(quoteFields)
export const PurchaseQuoteOf = z.strictObject({
  ...quoteFields,
  paid_from: z
    .enum(paidFrom)
    .default('balance')
    .meta({ description: 'money that comes from outside has longer to arrive; its quote is for `purchase_outside`' }),
})

export const TradeQuote = z.strictObject({
  quote_id: z.uuid(),
  side: z.enum(sides),
  paid_from: z.enum(paidFrom).meta({ description: 'of a purchase; a sale says balance' }),
  methods: z
    .array(MethodOffered)
    .meta({ description: 'of a purchase with money from outside: how its amount may be paid' }),
  currency: currencyField,
  weight: weightField,
  amount: moneyField.meta({ description: 'what is paid for a purchase, or got for a sale' }),
  price: moneyField.meta({ description: 'of one gram' }),
  fee: moneyField,
  worth_at_bid: moneyField.meta({ description: 'what the same grams would bring at the same moment' }),
  cash: moneyField.meta({ description: 'what the member has' }),
  gold: weightField.meta({ description: 'what the member has' }),
  agreement_version: z
    .string()
    .nullable()
    .meta({ description: 'what is accepted with the purchase; null where that was done before' }),
  created_at: momentField,
  expires_at: momentField,
  server_time: momentField,
})

const ofQuote = (kind: string) => z.strictObject({ quote_id: ownedId(kind), pin: pinField })
export const Purchase = ofQuote('purchase_quote').extend({
  /** The version of the agreement that the page named beside its button; it is accepted with the purchase. */
  agreement_version: typedText(1, 20).optional(),
})
export const CashingIn = ofQuote('cashing_in_quote').extend({
  destination_id: ownedId('payout_destination').optional().meta({
    description: 'of getPayoutAccounts: the account that the money is paid out to; without it, it is the balance’s',
  }),
})

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
  proceeds: z
    .strictObject({
      go: z.enum(['balance', 'account', 'waiting']).meta({
        description:
          'account: they are being paid out; waiting: they are paid out as soon as they may leave, or the member has named an account',
      }),
      account: AccountName.nullable(),
    })
    .nullable()
    .meta({ description: 'of a sale: where its money goes' }),
  cash: moneyField.meta({ description: 'what the member has afterwards' }),
  gold: weightField.meta({ description: 'what the member has afterwards' }),
})

export const Holding = z.strictObject({
  currency: currencyField,
  is_paused: z.boolean().meta({ description: 'nothing moves, by an official decision that the member was told of' }),
  price_choices: z
    .array(z.strictObject({ trade_id: z.uuid(), number: z.string(), side: z.enum(sides) }))
    .meta({ description: 'trades that were made at a wrong price and wait for the member to choose' }),
  stays: z
    .strictObject({
      gold: weightField,
      cash: moneyField,
      clears_at: momentField.nullable().meta({ description: 'when all of it may leave; null while nobody can say' }),
      is_disputed: z.boolean(),
    })
    .nullable()
    .meta({
      description:
        'what may be sold and not leave: its money may still be taken back by a bank; null where there is none',
    }),
  cash_balance: z.enum(['closed', 'off']).meta({
    description: 'whether the store keeps a cash balance for its members; where it is off, none is traded from',
  }),
  methods: z.array(MethodTerms).meta({ description: 'how a purchase may be paid from outside, and for which amounts' }),
  cash: moneyField,
  cash_frozen: moneyField.meta({
    description: 'of cash: a bank asks it back and has not decided, so it buys no gold',
  }),
  cash_held: moneyField.meta({ description: 'set aside, not in cash' }),
  gold: weightField,
  gold_held: weightField.meta({ description: 'set aside, not in gold' }),
  basis: z
    .strictObject({
      weight: weightField,
      cost: moneyField.meta({ description: 'what these grams cost' }),
      average_cost: moneyField.nullable().meta({ description: 'of one gram, rounded up; null where there is none' }),
    })
    .meta({
      description:
        'all grams, those set aside too, by the average cost method; what came without being bought costs the bid of that moment',
    }),
  realised: moneyField.meta({ description: 'what sales brought more than the grams had cost' }),
  since: momentField.nullable().meta({ description: 'when the first gold came' }),
  movements: z
    .array(
      z.strictObject({
        movement_id: z.uuid(),
        kind: z.string().meta({ description: 'kind of transfer in the ledger, or reversal' }),
        at: momentField,
        cash: moneyField.meta({ description: 'what came in, or went out with a minus' }),
        gold: weightField.meta({ description: 'what came in, or went out with a minus' }),
      }),
    )
    .meta({ description: 'the newest first' }),
})

export const WorthQuery = z.strictObject({
  interval: z.enum(intervals, problem('one_of', { list: intervals.join(', ') })),
  limit: wholeNumber(1, 1000).optional().meta({ description: '300 unless said; the newest ones are given' }),
})

export const Worth = z.strictObject({
  currency: currencyField,
  points: z
    .array(
      z.strictObject({
        at: momentField.meta({ description: 'where the interval begins; what is said is of its end' }),
        gold: weightField.meta({ description: 'what the member had, set aside or not' }),
        worth: moneyField.meta({ description: 'at the bid' }),
        bought: z.boolean().meta({ description: 'whether the member bought grams in it' }),
      }),
    )
    .meta({ description: 'the oldest first, from the first gold on' }),
})

export type WorthView = z.output<typeof Worth>
export type HoldingView = z.output<typeof Holding>
export type TradeQuoteView = z.output<typeof TradeQuote>
export type TradeView = z.output<typeof Trade>
