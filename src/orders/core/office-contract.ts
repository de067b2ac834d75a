/** Wire shapes of orders in the back office. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { counterMethods } from '../../payments/method-rules.ts'
import { noteEventKinds } from '../../payments/taken-back-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { clearingField, DeliveryView, eventsOf, LaterPaper, OrderLine, paperNumberField } from '../contract.ts'
import { tidySlip } from '../counter/counter-rules.ts'
import { barriers } from '../delivery/delivery-change-rules.ts'
import { draftedField } from '../drafts/drafted-field-rules.ts'
import { CauseOffered, causeField } from '../give-up/give-up-contract.ts'
import { trackingPattern } from '../parcels/carrier-rules.ts'
import { scanOutcomes } from '../parcels/scan-rules.ts'
import { packedByField } from './grams-field-rules.ts'
import { documents, lates, MOST_SLIPS, type OfficeTab, officeMarks, officeTabs, orderStates } from './order-rules.ts'

const state = z.enum(orderStates)
const tabs = Object.keys(officeTabs) as [OfficeTab, ...OfficeTab[]]
const refundStateField = z.enum(['none', 'requested', 'partial', 'full', 'rejected'])
const day = z.iso.date(problem('staff_day'))
const sorts = ['created', 'paid', 'since', 'total'] as const

const officeOrderFilter = {
  tab: z.enum(tabs).default('to_prepare'),
  q: typedText(1, 100)
    .optional()
    .meta({ description: 'order number, serial number, or name, e-mail or mobile of the buyer' }),
  store: typedText(1, 10).optional(),
  delivery: z.enum(['courier', 'pickup']).optional(),
  refund: refundStateField.optional(),
  mark: z
    .enum(officeMarks)
    .optional()
    .meta({ description: 'only parcels that are lost, or orders past a promised day' }),
  from: day.optional(),
  to: day.optional(),
  sort: z.enum(sorts.flatMap((name) => [name, `-${name}`] as const)).optional(),
}
export const OfficeOrdersQuery = z.strictObject({ ...officeOrderFilter, ...pageQuery })
const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const SlipsOf = z.strictObject({
  ...officeOrderFilter,
  order_id: z.uuid(problem('id')).optional().meta({ description: 'this order alone, whatever the filters say' }),
  orders: z
    .string()
    .regex(new RegExp(`^${id}(,${id}){0,${MOST_SLIPS - 1}}$`), problem('id'))
    .optional()
    .meta({ description: 'these orders, up to a hundred ids with commas, whatever the filters say' }),
})
export const SlipsPdf = z.string().meta({ format: 'binary', description: 'the PDF itself, no envelope' })
export const OfficeOrdersExport = z.strictObject(officeOrderFilter)
const OfficeOrderRow = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  store: z.string(),
  state,
  refund_state: refundStateField,
  paid_back: z.boolean().meta({ description: 'its lost parcel was paid back: it is over' }),
  buyer: z.string(),
  pieces: z.int(),
  weight: weightField.meta({ description: 'fine grams of all its pieces' }),
  first: z.string().meta({ description: 'name of the first line' }),
  delivery: z.enum(['courier', 'pickup']),
  place: z.string().meta({ description: 'region of the parcel, or the counter' }),
  currency: currencyField,
  total: moneyField,
  created_at: momentField,
  paid_at: momentField.nullable(),
  packed_by: packedByField,
  since: momentField.meta({ description: 'since when it is in its state' }),
  lost: z.boolean().meta({ description: 'its parcel is reported lost, and nothing has come of that yet' }),
  late: z
    .enum(lates)
    .nullable()
    .meta({ description: 'the promise it has missed: to be packed, or to arrive by the days that were said' }),
})
export type OfficeOrderView = z.output<typeof OfficeOrderRow>
export const OfficeOrdersPage = z.strictObject({ total: z.int(), rows: z.array(OfficeOrderRow) })
export const OfficeCounts = z.strictObject({ counts: z.record(z.string(), z.int()) })
export type OfficeCountsView = z.output<typeof OfficeCounts>

export const OfficeOrderOf = z.strictObject({ order_id: z.uuid(problem('id')) })
export const OfficePaperOf = OfficeOrderOf.extend({ number: paperNumberField.optional() })
const Person = z.strictObject({ kind: z.enum(['staff', 'member', 'system', 'provider']), name: z.string() })
export const OfficeOrder = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  state,
  refund_state: refundStateField,
  paid_back: z.boolean().meta({ description: 'its lost parcel was paid back: it is over' }),
  buyer: z.strictObject({ member_id: z.uuid(), name: z.string() }),
  currency: currencyField,
  ask: moneyField,
  tax_rule: z.string(),
  method: z.string(),
  lines: z.array(OrderLine.extend({ code: z.string() })),
  delivery: DeliveryView,
  earlier_deliveries: z
    .array(z.strictObject({ place: z.string(), by: z.string(), at: momentField }))
    .meta({ description: 'where it went before, newest first; `at` says until when' }),
  drafted: draftedField,
  goods_total: moneyField,
  delivery_fee: moneyField,
  insurance_fee: moneyField,
  tax: moneyField,
  discount: moneyField,
  total: moneyField,
  created_at: momentField,
  expires_at: momentField,
  paid_at: momentField.nullable(),
  packed_by: packedByField,
  review_until: momentField.nullable(),
  timeline: z
    .array(
      z.discriminatedUnion('kind', [
        ...eventsOf(Person),
        z.strictObject({
          kind: z.enum(noteEventKinds),
          amount: z.string(),
          currency: z.string(),
          ...{ by: Person, reason: z.string(), at: momentField },
        }),
      ]),
    )
    .meta({ description: 'newest first; what staff noted of a receivable stands here and not at its buyer' }),
  payments: z.array(
    z.strictObject({
      payment_id: z.uuid(),
      provider: z.string(),
      reference: z.string().nullable(),
      state: z.string(),
      currency: z.string(),
      amount: z.string(),
      captured: z.string().nullable(),
      in_suspense: z.string().nullable(),
      created_at: momentField,
      captured_at: momentField.nullable(),
    }),
  ),
  shipment: z
    .strictObject({
      carrier: z.string(),
      tracking: z.string(),
      by: z.string(),
      at: momentField,
      earlier: z
        .array(z.strictObject({ carrier: z.string(), tracking: z.string(), by: z.string(), at: momentField }))
        .meta({ description: 'what was corrected, by whom, newest first; `at` says when' }),
      lost: z.strictObject({ by: z.string(), reason: z.string(), at: momentField }).nullable(),
    })
    .nullable()
    .meta({ description: 'the newest parcel' }),
  packing: z
    .strictObject({
      pieces: z.int(),
      scanned: z.array(z.string()).meta({ description: 'serial numbers' }),
    })
    .meta({ description: 'its numbered pieces, and which of them were scanned' }),
  hand_over: z.strictObject({ document: z.enum(documents), by: z.string(), at: momentField }).nullable(),
  pickup: z.strictObject({ tries_used: z.int(), tries: z.int() }).nullable(),
  carriers: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  invoice: z.strictObject({ number: z.string(), issued_at: momentField }).nullable(),
  waits_for: z
    .strictObject({ disputed: z.boolean(), short: z.boolean(), clearing: clearingField })
    .meta({ description: 'what keeps it in the house for the sake of its money' }),
  later_papers: z.array(LaterPaper),
  legal: z.array(state).meta({ description: 'the moves that may be made with it now' }),
  counter: z
    .strictObject({ methods: z.array(z.enum(counterMethods)), takes_two: z.boolean(), asked: z.boolean() })
    .nullable()
    .meta({ description: 'how its money may be taken at the counter; null where it is not' }),
  giving_up: z
    .strictObject({ returns: moneyField, takes_two: z.boolean(), asked: z.boolean(), causes: z.array(CauseOffered) })
    .nullable()
    .meta({ description: 'what the shop would return by taking the sale back now; null where it cannot' }),
  notes: z.array(z.strictObject({ id: z.string(), text: z.string(), by: z.string(), created_at: momentField })),
})
export type OfficeOrderDetail = z.output<typeof OfficeOrder>

const known = { order_id: z.uuid(problem('id')), expected: state }
export const MoveOrder = z.strictObject(known)
export const ScanPiece = z.strictObject({
  order_id: known.order_id,
  number: typedText(1, 200).meta({ description: 'what a scanner reads, or the number as it is typed' }),
  in_place_of: typedText(1, 40)
    .optional()
    .meta({ description: 'of the pieces of `may_replace`: the one that goes back on the shelf' }),
})
export const PieceScanned = z.strictObject({
  outcome: z.enum(scanOutcomes),
  serial: z.string().nullable().meta({ description: 'null of a number that names none, or several' }),
  may_replace: z.array(z.string()).meta({ description: 'reserved pieces of the same sku that nobody has scanned' }),
  pieces: z.int().meta({ description: 'numbered pieces of the order' }),
  scanned: z.int(),
})
export type PieceScannedView = z.output<typeof PieceScanned>
const deliveryChanges = z
  .int()
  .min(0)
  .meta({ description: 'how often the delivery had been changed when the page was read' })
export const ShipOrder = z.strictObject({
  ...known,
  delivery_changes: deliveryChanges,
  carrier: typedText(1, 30),
  tracking: z.string().regex(trackingPattern, problem('office_tracking')),
})
export const HandOver = z.strictObject({
  ...known,
  code: typedText(1, 20),
  document: z.enum(documents, problem('office_document')),
})
export const CompleteOrder = z.strictObject({ ...known, reason: reasonField })
export const LostParcel = z.strictObject({ order_id: known.order_id, reason: reasonField })
export const SendParcelAgain = z.strictObject({
  order_id: known.order_id,
  carrier: typedText(1, 30),
  tracking: ShipOrder.shape.tracking,
  reason: reasonField,
})
export const DeliveryPlaces = z.strictObject({
  addresses: z
    .array(
      z.strictObject({
        address_id: z.uuid(),
        ...{ recipient: z.string(), place: z.string() },
        barrier: z.enum(barriers).nullable().meta({ description: 'what keeps the order from going there' }),
      }),
    )
    .meta({ description: 'of the buyer’s book, but the one to which it goes' }),
  points: z.array(z.strictObject({ pickup_point_id: z.int(), place: z.string() })),
})
export type DeliveryPlacesView = z.output<typeof DeliveryPlaces>
export const ChangeDelivery = z.strictObject({
  order_id: z.uuid(),
  seen: deliveryChanges,
  to: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('courier'), address_id: z.uuid() }),
    z.strictObject({ mode: z.literal('pickup'), pickup_point_id: z.int().min(1) }),
  ]),
  reason: reasonField,
})
export const CorrectTracking = SendParcelAgain.extend({
  seen: z.string().max(40).meta({ description: 'the number that stands there now' }),
})
export const SentAgain = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'the request for a second person; null when it was done' }),
})
const slipField = typedText(4, 40)
  .transform(tidySlip)
  .pipe(z.string().regex(/^[0-9A-Z]{4,24}$/, problem('slip')))
export const GiveUpOrder = z.strictObject({
  ...known,
  cause: causeField,
  reason: reasonField,
})
export const GivenUp = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'the request for a second person; null when it was done' }),
})
export const CounterPayment = z.strictObject({
  order_id: known.order_id,
  method: z.enum(counterMethods),
  received: moneyField.meta({ description: 'what was received: exactly the total' }),
  terminal: slipField.optional().meta({ description: 'of a card: the number of the terminal' }),
  slip: slipField.optional().meta({ description: 'of a card: the reference number of its slip, which pays once' }),
  reason: reasonField,
})
export const UnlockPickup = z.strictObject({ order_id: known.order_id, reason: reasonField })
export const NoteOrder = z.strictObject({
  order_id: known.order_id,
  text: typedText(1, 2000).regex(/\S/, problem('empty')),
})
export const Moved = z.strictObject({ order_id: z.uuid(), state })
