/** Wire shapes of money back: cancelling a paid order, asking for a refund, choosing what becomes of money in review. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, typedText, weightField, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { settings } from '../../settings.ts'
import { priceChoices } from '../price-windows/window-rules.ts'
import { returnStates } from '../returns/return-rules.ts'
import { refundReasons, refundStates } from './refund-rules.ts'

export const CancelQuoteOf = z.strictObject({ order_id: ownedId('order') })
export const CancelQuote = z.strictObject({
  quote_id: z.uuid(),
  order_id: z.uuid(),
  currency: currencyField,
  fine_weight: weightField.meta({ description: 'of all pieces together' }),
  ask_sold: moneyField.meta({ description: 'price per gram that the order was sold at' }),
  ask_now: moneyField,
  bid_now: moneyField,
  goods: moneyField.meta({ description: 'paid for the goods, less the discount' }),
  delivery: moneyField,
  insurance: moneyField,
  tax: moneyField,
  again: moneyField.meta({ description: 'what the same order costs at the price now' }),
  kept: moneyField.meta({ description: 'what the house keeps because the same order costs less now' }),
  back: moneyField.meta({ description: 'goes back to the payment that the order was paid with' }),
  gain: moneyField.meta({
    description: 'is the member’s besides, because selling the gold would bring more than was paid',
  }),
  created_at: momentField,
  expires_at: momentField.meta({
    description: 'what the countdown shows; the server holds the figures a little longer',
  }),
  server_time: momentField,
})
export type CancelQuoteView = z.output<typeof CancelQuote>

export const CancelOrder = z.strictObject({
  order_id: ownedId('order'),
  /** Of cancel_quote; a paid order is not cancelled without it. */
  quote_id: ownedId('cancel_quote').optional(),
  reason: typedText(0, 300).optional(),
})
export const Cancelled = z.strictObject({
  order_id: z.uuid(),
  state: z.literal('cancelled'),
  settlement: z
    .strictObject({
      ...{ back: moneyField, kept: moneyField, gain: moneyField, currency: currencyField },
      grams: weightField.meta({ description: 'that are the member’s to spend again' }),
    })
    .nullable()
    .meta({ description: 'null where nothing had been paid' }),
})

const pieces = z.array(
  z.strictObject({
    position: wholeCount(0, settings.order.maxLines),
    quantity: wholeCount(1, settings.cart.maxQuantity),
  }),
)
export const RefundOrder = z.strictObject({
  order_id: ownedId('order'),
  reason: z.enum(refundReasons, problem('one_of', { list: refundReasons.join(', ') })),
  note: typedText(0, 500).default(''),
  lines: pieces
    .min(1)
    .max(settings.order.maxLines)
    .optional()
    .meta({ description: 'which pieces; all that can be asked back when left out' }),
  pictures: z
    .array(z.uuid(problem('id')))
    .max(settings.refund.maxPictures)
    .default([]),
  amount: z
    .string()
    .max(30)
    .regex(/^\d+(\.\d{2})?$/, problem('amount'))
    .optional()
    .meta({ description: 'the sum that the member was shown; refused when it is not what would be returned' }),
})
export const WithdrawRefund = z.strictObject({ request_id: ownedId('refund_request') })

export const RefundRequest = z.strictObject({
  request_id: z.uuid(),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  note: z.string(),
  pictures: z.array(z.uuid()),
  whole: z.boolean(),
  lines: z.array(z.strictObject({ position: z.int(), quantity: z.int(), granted: z.int() })),
  stated: moneyField.meta({ description: 'what was said to come back when it was asked for' }),
  granted: moneyField.nullable(),
  answer: z.string().nullable(),
  send_back: z.boolean().meta({ description: 'its pieces are to be sent back: the money waits for them' }),
  pieces: z
    .array(
      z.strictObject({
        serial: z.string().nullable(),
        state: z.enum(returnStates).meta({ description: 'stocked or quarantined: the house has taken it back' }),
        at: momentField,
        answer: z.string().meta({ description: 'why it was not taken back, and how it went back' }),
      }),
    )
    .meta({ description: 'that the house has received' }),
  created_at: momentField,
  decided_at: momentField.nullable(),
  executed_at: momentField.nullable(),
})
export type RefundRequestView = z.output<typeof RefundRequest>

export const RefundStatusOf = z.strictObject({ order_id: ownedId('order') })
export const RefundStatus = z.strictObject({
  order_id: z.uuid(),
  currency: currencyField,
  server_time: momentField,
  cancel: z
    .strictObject({ settled: z.boolean(), until: momentField.nullable() })
    .nullable()
    .meta({ description: 'settled: paid, so cancel_quote says what comes back; null when it cannot be cancelled' }),
  reasons: z.array(z.enum(refundReasons)).meta({ description: 'for which order_refund may be asked now' }),
  asks_until: momentField.nullable(),
  order: z.strictObject({
    goods: moneyField,
    delivery: moneyField,
    insurance: moneyField,
    returned_goods: moneyField,
    lines: z.array(
      z.strictObject({
        position: z.int(),
        name: z.string(),
        image: z.string(),
        attributes: z.record(z.string(), z.string()),
        quantity: z.int(),
        free: z.int().meta({ description: 'pieces that can still be asked back' }),
        unit: moneyField,
        tax: moneyField,
        returned: z.int(),
        returned_tax: moneyField,
      }),
    ),
  }),
  requests: z.array(RefundRequest),
  refunds: z.array(
    z.strictObject({
      refund_id: z.uuid(),
      state: z.enum(['pending', 'settled', 'failed']),
      owed: z.boolean().meta({ description: 'settled: owed to its payer, and paid to an account of theirs' }),
      amount: z.string().meta({ description: 'in whole smallest units where the currency is none of the shop’s' }),
      currency: currencyField,
      created_at: momentField,
      decided_at: momentField.nullable(),
    }),
  ),
  settlement: z.strictObject({ kept: moneyField, gain: moneyField }).nullable(),
  difference: z
    .strictObject({ back: moneyField, gain: moneyField, at: momentField })
    .nullable()
    .meta({ description: 'paid on top of a cancellation that was settled at a wrong price' }),
  review: z
    .strictObject({
      until: momentField,
      received: z.array(z.strictObject({ amount: z.string(), currency: currencyField })),
    })
    .nullable()
    .meta({ description: 'money that fits no order: until when the member may choose' }),
  price_choice: z.strictObject({ until: momentField, paid: moneyField, right: moneyField }).nullable().meta({
    description: 'sold at a price that was an evident error: what it would have cost, and until when to choose',
  }),
})
export type RefundStatusView = z.output<typeof RefundStatus>

export const ReviewQuoteOf = z.strictObject({ order_id: ownedId('order') })
export const ReviewQuote = z.strictObject({
  quote_id: z.uuid(),
  order_id: z.uuid(),
  currency: currencyField,
  received: moneyField.meta({ description: 'the largest payment in the order’s currency: one has to be enough' }),
  lines: z.array(
    z.strictObject({ position: z.int(), name: z.string(), quantity: z.int(), old: moneyField, now: moneyField }),
  ),
  old_total: moneyField,
  goods: moneyField,
  delivery: moneyField,
  insurance: moneyField,
  tax: moneyField,
  total: moneyField.meta({ description: 'what the order costs at the price now; delivery and insurance as they were' }),
  excess: moneyField.meta({ description: 'goes back when the order is carried out' }),
  short: moneyField.meta({
    description: 'more than zero: the money is not enough, and the order cannot be carried out',
  }),
  expires_at: momentField,
  server_time: momentField,
})
export type ReviewQuoteView = z.output<typeof ReviewQuote>

export const ReviewChoice = z
  .strictObject({
    order_id: ownedId('order'),
    choice: z.enum(['honour', 'refund'], problem('one_of', { list: 'honour, refund' })),
    /** Of review_quote; needed to honour. */
    quote_id: ownedId('review_quote').optional(),
  })
  .superRefine((body, context) => {
    if (body.choice === 'honour' && !body.quote_id)
      context.addIssue({ code: 'custom', path: ['quote_id'], message: problem('given') })
  })
export const PriceChosenOf = z.strictObject({ order_id: ownedId('order'), choice: z.enum(priceChoices) })
export const PriceChosen = z.strictObject({ order_id: z.uuid(), state: z.literal('cancelled') })
export const ReviewChosen = z.strictObject({ order_id: z.uuid(), state: z.enum(['paid', 'cancelled']) })
