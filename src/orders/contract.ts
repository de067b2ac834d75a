/** Wire shapes of guarantees, orders and their payment. */
import { z } from 'zod'
import { Picture } from '../content/contract.ts'
import { KeptTariff } from '../delivery/contract.ts'
import {
  currencyField,
  momentField,
  moneyField,
  ownedId,
  rowId,
  typedText,
  weightField,
  wholeCount,
  wholeNumber,
} from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { bankField, MethodOffered, paidByField, transferField, wayFields } from '../payments/method-field-rules.ts'
import { moneyEventKinds } from '../payments/taken-back-rules.ts'
import { settings } from '../settings.ts'
import { goldField, OrderGrams, packedByField } from './core/grams-field-rules.ts'
import { guaranteeStates, orderStates, orderTabs } from './core/order-rules.ts'
import { earlierField } from './delivery/earlier-field-rules.ts'
import { draftedField } from './drafts/drafted-field-rules.ts'
import { laterKinds, orderPapers } from './papers/order-paper-rules.ts'
import { parcelEvents } from './returns/return-rules.ts'

/** Whose price a guarantee holds. */
const method = z.enum(['card'], problem('method'))

export const DeliveryChoice = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('courier'), address_id: ownedId('address') }),
  z.strictObject({ mode: z.literal('pickup'), pickup_point_id: rowId }),
])

/** Either a sku to buy now, or the id of an open guarantee whose delivery is to change; the price and its end stay. */
export const ConfirmOrder = z
  .strictObject({
    sku_id: rowId.optional(),
    quantity: wholeCount(1, settings.cart.maxQuantity).optional(),
    guarantee_id: ownedId('guarantee').optional(),
    method: method.optional(),
    gold: goldField,
    delivery: DeliveryChoice.optional(),
  })
  .superRefine((body, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (body.guarantee_id) {
      if (!body.delivery) wrong('delivery', problem('change_guarantee'))
      if (body.sku_id !== undefined) wrong('sku_id', problem('beside_guarantee'))
      if (body.gold !== undefined) wrong('gold', problem('beside_guarantee'))
    } else {
      if (body.sku_id === undefined) wrong('sku_id', problem('given'))
      if (body.quantity === undefined) wrong('quantity', problem('given'))
    }
  })
export const ConfirmCartOrder = z
  .strictObject({
    sku_ids: z.array(rowId).min(1, problem('one_sku')).max(settings.order.maxLines).optional(),
    guarantee_id: ownedId('guarantee').optional(),
    method: method.optional(),
    gold: goldField,
    delivery: DeliveryChoice.optional(),
  })
  .superRefine((body, context) => {
    if (body.guarantee_id && !body.delivery)
      context.addIssue({ code: 'custom', path: ['delivery'], message: problem('change_guarantee') })
    if (body.guarantee_id && body.gold)
      context.addIssue({ code: 'custom', path: ['gold'], message: problem('beside_guarantee') })
  })

const Amounts = {
  goods_total: moneyField,
  delivery_fee: moneyField,
  insurance_fee: moneyField,
  tax: moneyField,
  discount: moneyField,
  total: moneyField,
}

const PricedLine = z.strictObject({
  sku_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  image: z.string(),
  attributes: z.record(z.string(), z.string()),
  quantity: z.int(),
  gross_weight: weightField,
  fine_weight: weightField,
  premium_bps: z.int(),
  making_charge: moneyField,
  unit_price: moneyField,
  line_total: moneyField,
  tax: moneyField,
  in_grams: z
    .boolean()
    .meta({ description: 'its fine weight is paid in grams: the price is premium and making charge' }),
})

/** Where an order goes; addresses are copied, so a later change of the address book changes no order. */
export const DeliveryView = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('courier'),
    address_id: z.uuid(),
    label: z.string(),
    recipient: z.string(),
    mobile: z.string(),
    street: z.string(),
    area: z.string().meta({ description: 'district, regency and province in words' }),
    postal_code: z.string(),
    province_code: z.string(),
    days_from: z.int(),
    days_to: z.int(),
    insurance_bps: z
      .int()
      .optional()
      .meta({ description: 'of the value, in hundredths of a percent; as it was when it was chosen' }),
    tariff: KeptTariff.optional(),
  }),
  z.strictObject({
    mode: z.literal('pickup'),
    pickup_point_id: z.int(),
    name: z.string(),
    street: z.string(),
    city: z.string(),
    hours: z.record(z.string(), z.string()),
  }),
])
export type DeliveryData = z.output<typeof DeliveryView>

export const Guarantee = z.strictObject({
  guarantee_id: z.uuid(),
  origin: z.enum(['buy_now', 'cart']),
  method,
  currency: currencyField,
  ask: moneyField,
  lines: z.array(PricedLine),
  delivery: DeliveryView.nullable().meta({
    description: 'null until an address or a pickup point is chosen; submit_order needs it',
  }),
  ...Amounts,
  grams: weightField.meta({ description: 'what is paid in grams beside the total' }),
  grams_payable: weightField.meta({ description: 'fine weight of bars and coins, which grams may pay' }),
  created_at: momentField,
  expires_at: momentField.meta({ description: 'what the countdown shows; the server holds the price a little longer' }),
  server_time: momentField,
})
export type GuaranteeView = z.output<typeof Guarantee>

export const SubmitOrder = z.strictObject({
  guarantee_id: ownedId('guarantee'),
  /** The version of the agreement that the page named beside its button; it is accepted with the order. */
  agreement_version: typedText(1, 20).optional(),
})
export const Submitted = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  state: z.enum(orderStates),
  currency: currencyField,
  total: moneyField,
  expires_at: momentField,
  pieces_held: z.boolean().meta({ description: 'false: the pieces are held once the order is paid' }),
  better_price: z
    .strictObject({ guaranteed_total: moneyField, total: moneyField, saved: moneyField })
    .nullable()
    .meta({ description: 'set when the price at submission was better by 0.10 % or more, and was given' }),
})
export type SubmittedView = z.output<typeof Submitted>

/** What `price_changed` (6000) carries: the fresh guarantee, and old, new and difference per line and in total. */
export type PriceChanged = {
  guarantee: GuaranteeView
  changes: { sku_id: number; name: string; quantity: number; old: string; new: string; difference: string }[]
  old_total: string
  new_total: string
  difference: string
  currency: string
}

export const OrderList = z.strictObject({
  tab: z.enum(Object.keys(orderTabs) as [keyof typeof orderTabs]).default('all'),
  q: typedText(0, 60).optional(),
  page: wholeNumber(1, 10_000).default(1),
  page_size: wholeNumber(1, 100).default(10),
})
const refundState = z.enum(['none', 'requested', 'partial', 'full', 'rejected'])
const OrderSummary = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  state: z.enum(orderStates),
  refund_state: refundState,
  paid_back: z.boolean().meta({ description: 'its lost parcel was paid back: it is over' }),
  currency: currencyField,
  total: moneyField,
  pieces: z.int(),
  lines: z.array(PricedLine.pick({ sku_id: true, name: true, image: true, attributes: true, quantity: true })),
  delivery: z.strictObject({
    mode: z.enum(['courier', 'pickup']),
    place: z.string().meta({ description: 'who receives it, or the pickup point' }),
  }),
  created_at: momentField,
  expires_at: momentField.nullable().meta({ description: 'until when an unpaid order waits for its money' }),
})
export const OrderPage = z.strictObject({
  tab: z.string(),
  page: z.int(),
  page_size: z.int(),
  total_count: z.int(),
  counts: z.record(z.string(), z.int()),
  orders: z.array(OrderSummary),
})
export type OrderPageView = z.output<typeof OrderPage>
export type OrderSummaryView = z.output<typeof OrderSummary>

export const OrderId = z.strictObject({ order_id: ownedId('order') })

/** An order line keeps every input of its price, so the price can be worked out again years later. */
export const OrderLine = PricedLine.extend({
  tier_bps: z.int().meta({ description: 'share of premium and making charge that the quantity saved' }),
  method_bps: z.int().meta({ description: 'what the way of paying added to the whole' }),
  serials: z.array(z.string()).meta({ description: 'the numbered pieces that are promised or handed over' }),
})
export type OrderLineView = z.output<typeof OrderLine>

const paymentState = z.enum(['created', 'pending', 'unknown', 'captured', 'declined', 'expired'])
const PaymentShort = z.strictObject({
  payment_id: z.uuid(),
  method: paidByField,
  bank: bankField,
  state: paymentState,
  currency: currencyField,
  amount: moneyField,
  created_at: momentField,
  expires_at: momentField,
  decline_reason: z.string().nullable(),
  confirming: z
    .boolean()
    .meta({ description: 'the bank has told us of it, and we are asking the bank whether it is so' }),
})
export const LaterPaper = z.strictObject({
  kind: z.enum(laterKinds),
  number: z.string(),
  issued_at: momentField,
})

/** What happened: moves, what became of a parcel, and what providers and banks did with the money afterwards. */
export const eventsOf = <Person extends z.ZodType>(by: Person) =>
  [
    z.strictObject({
      kind: z.literal('move'),
      from: z.enum(orderStates).nullable(),
      to: z.enum(orderStates),
      ...{ by, reason: z.string(), at: momentField },
    }),
    z.strictObject({ kind: z.enum(parcelEvents), by, reason: z.string(), at: momentField }),
    z.strictObject({ kind: z.enum(moneyEventKinds), amount: z.string(), currency: z.string(), by, at: momentField }),
  ] as const
const Timeline = z
  .array(z.discriminatedUnion('kind', eventsOf(z.string())))
  .meta({ description: 'newest first; a buyer is not shown what the staff wrote about a loss' })

export const clearingField = z
  .strictObject({ until: momentField, days: z.int() })
  .nullable()
  .meta({ description: 'card money of this size leaves the house only from then on, so many days after its capture' })
export const OrderDetail = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  state: z.enum(orderStates),
  refund_state: refundState,
  paid_back: z.boolean().meta({ description: 'its lost parcel was paid back: it is over' }),
  method: paidByField,
  currency: currencyField,
  ask: moneyField.meta({ description: 'price per gram that the order was sold at' }),
  tax_rule: z.string(),
  lines: z.array(OrderLine.extend({ picture: Picture.nullable() })),
  ...{ delivery: DeliveryView, earlier_deliveries: earlierField, drafted: draftedField, ...Amounts },
  created_at: momentField,
  expires_at: momentField.nullable(),
  paid_at: momentField.nullable(),
  server_time: momentField,
  ...{ may_cancel: z.boolean(), may_pay: z.boolean() },
  timeline: Timeline,
  expected: z.array(z.enum(orderStates)).meta({ description: 'what usually comes next' }),
  payments: z.array(PaymentShort),
  grams: OrderGrams,
  methods: z.array(MethodOffered).meta({ description: 'how an order that waits may be paid' }),
  pickup: z
    .strictObject({
      code: z.string().meta({ description: 'eight characters, shown from payment until it is handed over' }),
      qr: z.strictObject({ size: z.int(), path: z.string() }).meta({ description: 'the same to scan, as an SVG path' }),
      ready: z.boolean(),
    })
    .nullable(),
  shipment: z
    .strictObject({
      ...{ carrier: z.string(), tracking: z.string(), at: momentField },
      tracking_link: z.string().nullable().meta({ description: 'the courier’s own page of it' }),
      lost_at: momentField.nullable().meta({ description: 'when the courier’s loss was reported' }),
    })
    .nullable()
    .meta({ description: 'with whom it is on its way' }),
  arrives: z
    .strictObject({ from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .meta({ description: 'the working days on which the courier brings it; null where nobody knows' }),
  invoice: z
    .strictObject({ number: z.string(), issued_at: momentField })
    .nullable()
    .meta({ description: 'issued shortly after payment' }),
  clearing: clearingField,
  clearing_days: z.int().nullable().meta({
    description:
      'of an order that is not paid: for how many days card money of this size would be held before it leaves',
  }),
  later_papers: z.array(LaterPaper).meta({ description: 'that follow the invoice, oldest first' }),
})
export type OrderDetailView = z.output<typeof OrderDetail>

export const OrderInfo = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  state: z.enum(orderStates),
  currency: currencyField,
  total: moneyField,
  expires_at: momentField,
  server_time: momentField,
  paid_at: momentField.nullable(),
  pieces_held: z.boolean().meta({ description: 'false: the pieces are held once the order is paid' }),
  grams: weightField.meta({ description: 'what is paid in grams beside the total' }),
  packed_by: packedByField,
  payment: PaymentShort.nullable(),
})
export type OrderInfoView = z.output<typeof OrderInfo>

export const GetPay = z.strictObject({ payment_id: ownedId('payment') })
export const PaymentView = PaymentShort.extend({
  order_id: z.uuid(),
  order_number: z.string(),
  ...wayFields,
  transfer: transferField,
  server_time: momentField,
})
export type PaymentViewData = z.output<typeof PaymentView>

/** The bytes of a PDF, outside the envelope. */
export const InvoicePdf = z.string().meta({ format: 'binary', description: 'the PDF itself, no envelope' })
export const OrderDetailQuery = z.strictObject({ order_id: ownedId('order') })
export const paperNumberField = z
  .string()
  .regex(
    new RegExp(`^(${Object.values(orderPapers.series).join('|')})/[A-Z]{2,10}/\\d{4}/\\d{6,9}$`),
    problem('paper_number'),
  )
  .meta({ description: 'of a paper that follows the invoice; the invoice itself when left out' })
export const PaperQuery = z.strictObject({ order_id: ownedId('order'), number: paperNumberField.optional() })

export const GuaranteeHistoryQuery = z.strictObject({
  state: z.enum(['all', ...guaranteeStates]).default('all'),
  page: wholeNumber(1, 10_000).default(1),
  page_size: wholeNumber(1, 50).default(10),
})
export const GuaranteeHistory = z.strictObject({
  state: z.string(),
  page: z.int(),
  page_size: z.int(),
  total_count: z.int(),
  counts: z.record(z.string(), z.int()),
  guarantees: z.array(
    z.strictObject({
      guarantee_id: z.uuid(),
      state: z.enum(guaranteeStates),
      origin: z.enum(['buy_now', 'cart']),
      currency: currencyField,
      ask: moneyField,
      lines: z.array(
        PricedLine.pick({
          sku_id: true,
          product_id: true,
          name: true,
          image: true,
          attributes: true,
          quantity: true,
          unit_price: true,
        }),
      ),
      held_total: moneyField.meta({ description: 'pieces and tax at the held price, without delivery' }),
      created_at: momentField,
      expires_at: momentField,
      used_at: momentField.nullable(),
      order: z.strictObject({ order_id: z.uuid(), number: z.string() }).nullable(),
      is_over: z.boolean().meta({ description: 'the moment of its end has passed' }),
      at_end: z.strictObject({ ask: moneyField, total: moneyField, saved: moneyField }).nullable().meta({
        description: 'the same pieces at the price of its end; null before it, or when no price of then is known',
      }),
    }),
  ),
})
export type GuaranteeHistoryView = z.output<typeof GuaranteeHistory>
export type HeldView = GuaranteeHistoryView['guarantees'][number]
