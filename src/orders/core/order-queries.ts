/** Orders as their owner sees them. */

import { findAccount } from '../../bank/account-queries.ts'
import { listPieces } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { findPicture } from '../../content/picture-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { takesBalanceOnly } from '../../kyc/take-day-limit.ts'
import {
  type BasisPoints,
  type Currency,
  type Minor,
  minor,
  moneyText,
  type Weight,
  weightText,
} from '../../money/money.ts'
import type { Paper } from '../../papers/paper-rules.ts'
import type { Payment } from '../../payments/contract.ts'
import type { PaidBy } from '../../payments/method-rules.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { takenMethods } from '../../payments/providers.ts'
import { viewOffers } from '../../payments/require-method.ts'
import { Refusal } from '../../refusals.ts'
import { courierName, trackingLink } from '../../stores/courier-rules.ts'
import { type Store, storeOf } from '../../stores/stores.ts'
import { findRedemption, type Redemption } from '../../vault/redeem-gold.ts'
import type { DeliveryData, OrderDetailView, OrderInfoView, OrderSummaryView } from '../contract.ts'
import { listDeliveryChanges } from '../delivery/delivery-change-queries.ts'
import { placeText } from '../delivery/delivery-change-rules.ts'
import { findDrafted } from '../drafts/draft-queries.ts'
import { type ShownLine, viewAmounts, viewLine } from '../guarantee/guarantee-view.ts'
import { readPaper, viewPapers } from '../papers/order-paper-queries.ts'
import { drawPickupCode, pickupCodeOf } from '../parcels/pickup-code.ts'
import { carrierNow, trackingNow } from '../parcels/tracking-queries.ts'
import { arrivalOf } from './arrival-rules.ts'
import { describeClearing, describeWaiting } from './clearing-queries.ts'
import { dayReference, type OrderState, orderMoves } from './order-rules.ts'
import { payUntil, transfersFor } from './pay-by-bank.ts'
import { viewPaymentShort } from './pay-order.ts'
import { listEvents, type OrderEvent, viewEvent } from './timeline-queries.ts'

export type Owner = { memberId: string; store: string; language: string }

export type OrderRow = {
  id: string
  number: string
  state: OrderState
  refund_state: OrderSummaryView['refund_state']
  method: PaidBy
  currency: Currency
  ask_minor: bigint
  tax_rule: string
  delivery: DeliveryData
  goods_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  discount_minor: bigint
  total_minor: bigint
  grams_e4: bigint
  created_at: Date
  expires_at: Date
  /** Until when a transfer is in time, where one was chosen. */
  transfer_until: Date | null
  held_when_paid: boolean
  paid_at: Date | null
  cancel_seconds: number
  packed_day: string | null
  /** The buyer's day takes it of the cash balance alone. */
  balance_only: boolean
  now: Date
}

async function findOrder(db: Queryable, owner: Owner, id: string): Promise<OrderRow> {
  const order = await db.row<OrderRow>(sql`select *, packed_by::text as packed_day, now() as now,
      case when state = 'pending_payment' then ${takesBalanceOnly(sql`${dayReference(id)}`, sql`orders.store`)} else false end as balance_only from orders.orders
    where id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}`)
  if (!order) throw new Refusal('not_found')
  return order
}

export type LineRow = {
  sku_id: number
  product_id: number
  name: Record<string, string>
  image: string
  attributes: Record<string, string>
  quantity: number
  gross_weight_e4: bigint
  fine_weight_e4: bigint
  premium_bps: number
  tier_bps: number
  method_bps: number
  making_minor: bigint
  unit_minor: bigint
  total_minor: bigint
  tax_minor: bigint
  in_grams: boolean
}

/** Everything about one order, with its timeline, newest first. Refuses not_found for somebody else's. */
export async function getOrderDetail(karat: Bag<'orders'>, owner: Owner, id: string): Promise<OrderDetailView> {
  const order = await findOrder(karat.db, owner, id)
  const [lines, events, payments, pieces, papers, changes, shipment] = await Promise.all([
    karat.db.rows<LineRow>(sql`select * from orders.lines where order_id = ${id} order by position`),
    listEvents(karat.db, id),
    listPayments(karat.db, id),
    listPieces(karat.db, id),
    viewPapers(karat.db, id),
    listDeliveryChanges(karat.db, id),
    karat.db.row<{ carrier: string; tracking: string; at: Date; lost: Date | null; paid_back: boolean }>(
      sql`select ${carrierNow} as carrier, ${trackingNow} as tracking, shipped_at as at, l.reported_at as lost,
          l.ended is not null as paid_back from orders.shipments s left join orders.lost_parcels l
          on l.order_id = s.order_id and l.parcel = s.parcel and (l.ended is null or l.ended = 'paid_back')
        where s.order_id = ${id} order by s.parcel desc limit 1`,
    ),
  ])
  const { couriers } = storeOf(karat, owner.store).settings
  const waits = order.state === 'pending_payment'
  const paid_back = shipment?.paid_back ?? false
  const { clearing } = await describeWaiting(karat.db, { id, state: order.state, memberId: owner.memberId })
  const known = { shipment, clears: clearing && new Date(clearing.until) }
  return {
    order_id: order.id,
    number: order.number,
    state: order.state,
    refund_state: order.refund_state,
    paid_back,
    method: order.method,
    currency: order.currency,
    ask: moneyText(minor(order.ask_minor), order.currency),
    tax_rule: order.tax_rule,
    lines: lines.map((line) => ({
      ...viewLine(readLine(line), order.currency, owner.language),
      tier_bps: line.tier_bps,
      method_bps: line.method_bps,
      serials: pieces.filter(({ skuId }) => skuId === line.sku_id).map(({ serial }) => showSerial(serial)),
      picture: findPicture(line.image, ''),
    })),
    ...{ delivery: order.delivery, drafted: await findDrafted(karat.db, id) },
    earlier_deliveries: changes.map(({ was, at }) => ({ place: placeText(was), at: at.toISOString() })),
    ...viewAmounts(amountsOf(order), order.currency),
    created_at: order.created_at.toISOString(),
    expires_at: waits ? payUntil(order, isByBank(payments) || order.expires_at <= order.now).toISOString() : null,
    paid_at: order.paid_at?.toISOString() ?? null,
    server_time: order.now.toISOString(),
    may_cancel: waits || isInCancelWindow(order),
    may_pay: waits && payUntil(order, true) > order.now,
    timeline: events.map(viewEventToBuyer),
    expected: paid_back ? [] : usualPath(order.state, order.delivery.mode),
    payments: payments.map(viewPaymentShort),
    grams: await readGrams(karat.db, order, owner.store),
    methods: waits ? await offersFor(karat, owner.store, order, lines) : [],
    pickup: pickupOf(karat, order),
    shipment: shipment
      ? {
          carrier: courierName(couriers, shipment.carrier),
          tracking: shipment.tracking,
          tracking_link: trackingLink(couriers, shipment.carrier, shipment.tracking),
          at: shipment.at.toISOString(),
          lost_at: shipment.lost?.toISOString() ?? null,
        }
      : null,
    arrives: arrivalOf(order, known, leavingFrom(storeOf(karat, owner.store))),
    ...papers,
    clearing,
    clearing_days: await describeClearing(karat.db, {
      ...{ state: order.state, memberId: owner.memberId, currency: order.currency, total: order.total_minor },
    }),
  }
}

const leavingFrom = ({ timeZone, settings: { delivery, holidays } }: Store) => ({
  ...{ timeZone, cutOff: delivery.cut_off, holidays },
})

const isByBank = ([latest]: readonly Payment[]): boolean => latest?.method === 'bank_transfer'

/** Once the time of its other ways is over, a transfer that was chosen before is the only one. */
async function offersFor(karat: Bag<'orders'>, store: string, order: OrderRow, lines: readonly LineRow[]) {
  const account = await findAccount(karat.db, store)
  const fine = lines.reduce((sum, line) => sum + (line.in_grams ? 0n : line.fine_weight_e4 * BigInt(line.quantity)), 0n)
  const wanted = {
    store,
    fine,
    grams: order.grams_e4,
    skus: lines.map((line) => line.sku_id),
    until: order.transfer_until,
  }
  const offers = viewOffers({
    ...{
      store: storeOf(karat, store),
      currency: order.currency,
      amount: order.total_minor,
      balanceOnly: order.balance_only,
    },
    taken: takenMethods(karat.providers),
    transfers: account ? await transfersFor(karat.db, karat, wanted) : null,
  })
  if (order.expires_at > order.now) return offers
  return offers.map((offer) => (offer.method === 'bank_transfer' ? offer : { ...offer, refused: 'time_over' as const }))
}

/** What grams pay of an order, and how many are packed before it. Nothing is asked about one that money pays. */
async function readGrams(db: Queryable, order: OrderRow, store: string): Promise<OrderDetailView['grams']> {
  if (order.grams_e4 === 0n) return null
  const [redemption, queue] = await Promise.all([
    findRedemption(db, order.id),
    db.row<{ before: number }>(sql`
      select count(*)::int as before from orders.orders where store = ${store} and state = 'paid' and paid_at < ${order.paid_at}`),
  ])
  return {
    ...viewGrams(order, redemption),
    packed_after: order.state === 'paid' ? (queue?.before ?? 0) : null,
    packed_by: order.packed_day,
  }
}

const viewGrams = ({ grams_e4 }: Pick<OrderRow, 'grams_e4'>, redemption: Redemption | undefined) => ({
  weight: weightText(grams_e4 as Weight),
  state: redemption?.state ?? ('due' as const),
  returned: weightText((redemption?.returned ?? 0n) as Weight),
})

/** Of people a buyer sees the kind only, and of a loss not what the staff wrote about it. */
const viewEventToBuyer = (event: OrderEvent) => ({
  ...viewEvent(event),
  ...(event.kind === 'lost' ? { reason: '' } : {}),
  by: event.actor.split(':')[0] ?? '',
})

const isInCancelWindow = ({ state, paid_at, cancel_seconds, now }: OrderRow): boolean =>
  state === 'paid' && paid_at !== null && now.getTime() - paid_at.getTime() < cancel_seconds * 1000

/** Short facts that the cashier polls. Refuses not_found for somebody else's order. */
export async function getOrderInfo(karat: Bag<'orders'>, owner: Owner, id: string): Promise<OrderInfoView> {
  const order = await findOrder(karat.db, owner, id)
  const payments = await listPayments(karat.db, id)
  const [payment] = payments
  return {
    order_id: order.id,
    number: order.number,
    state: order.state,
    currency: order.currency,
    total: moneyText(minor(order.total_minor), order.currency),
    expires_at: payUntil(order, isByBank(payments)).toISOString(),
    server_time: order.now.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    pieces_held: !order.held_when_paid,
    grams: weightText(order.grams_e4 as Weight),
    packed_by: order.packed_day,
    payment: payment ? viewPaymentShort(payment) : null,
  }
}

/** A paper of an order. Refuses not_found for somebody else's order; as readPaper. */
export async function getPaper(
  karat: Bag<'orders'>,
  owner: Owner,
  { id, number }: { id: string; number: string | undefined },
): Promise<Paper> {
  await findOrder(karat.db, owner, id)
  return readPaper(karat.db, id, number)
}

export const amountsOf = (order: OrderRow) => ({
  goods: minor(order.goods_minor),
  delivery: minor(order.delivery_minor),
  insurance: minor(order.insurance_minor),
  tax: minor(order.tax_minor),
  discount: minor(order.discount_minor),
  total: minor(order.total_minor),
})

export const readLine = (line: LineRow): ShownLine => ({
  skuId: line.sku_id,
  productId: line.product_id,
  name: line.name,
  image: line.image,
  attributes: line.attributes,
  quantity: line.quantity,
  grossWeight: line.gross_weight_e4 as Weight,
  fineWeight: line.fine_weight_e4 as Weight,
  premiumBps: line.premium_bps as BasisPoints,
  making: line.making_minor as Minor,
  unit: line.unit_minor as Minor,
  total: line.total_minor as Minor,
  tax: line.tax_minor as Minor,
  inGrams: line.in_grams,
})

/** What opens the counter for the order; null where nothing is collected, and before and after it is of use. */
function pickupOf(karat: Bag<'orders'>, { id, number, state, delivery }: OrderRow): OrderDetailView['pickup'] {
  if (delivery.mode !== 'pickup' || !['paid', 'preparing', 'ready_for_pickup'].includes(state)) return null
  const code = pickupCodeOf(karat, id)
  return { code, qr: drawPickupCode(number, code), ready: state === 'ready_for_pickup' }
}

/** What a member may expect next, as far as the delivery decides it. */
function usualPath(state: OrderState, mode: DeliveryData['mode']): OrderState[] {
  const path: OrderState[] = [
    'pending_payment',
    'paid',
    'preparing',
    mode === 'pickup' ? 'ready_for_pickup' : 'shipped',
    'completed',
  ]
  return orderMoves[state].length === 0 ? [] : path.slice(path.indexOf(state) + 1 || path.length)
}
