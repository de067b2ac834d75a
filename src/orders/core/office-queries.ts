/** One order as staff see it, with who did what. Their list: `office-list-queries.ts`. */

import { showSerial } from '../../catalogue/serial-rules.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Bag } from '../../karat.ts'
import { amountText, minor, moneyText } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { suspendedRest } from '../../payments/refunds.ts'
import { Refusal } from '../../refusals.ts'
import { listNotes } from '../../staff/notes.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { courierName, servingCouriers } from '../../stores/courier-rules.ts'
import type { RowValues } from '../../stores/list-row-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import { describeCounter } from '../counter/counter-queries.ts'
import { listDeliveryChanges } from '../delivery/delivery-change-queries.ts'
import { placeText } from '../delivery/delivery-change-rules.ts'
import { findDrafted } from '../drafts/draft-queries.ts'
import { describeGivingUp } from '../give-up/give-up-order.ts'
import { viewAmounts, viewLine } from '../guarantee/guarantee-view.ts'
import { viewPapers } from '../papers/order-paper-queries.ts'
import { readPacking } from '../parcels/scan-piece.ts'
import { carrierNow, trackingNow } from '../parcels/tracking-queries.ts'
import { describeWaiting } from './clearing-queries.ts'
import type { OfficeOrderDetail } from './office-contract.ts'
import { amountsOf, type LineRow, type OrderRow, readLine } from './order-queries.ts'
import { type Document, staffMoves } from './order-rules.ts'
import { listOfficeEvents, viewOfficeEvent } from './timeline-queries.ts'

type OfficeRow = OrderRow & { store: string; member_id: string; review_until: Date | null }
type LeftRow = {
  carrier: string | null
  tracking: string | null
  shipped_by: string
  shipped_at: Date
  lost_by: string | null
  lost_reason: string
  lost_at: Date
  ended: 'paid_back' | null
  document: Document | null
  handed_by: string
  handed_at: Date
  used: number | null
  earlier: { carrier: string; tracking: string; by: string; at: string }[]
}

/** Everything about one order. Refuses not_found. */
export async function getOfficeOrder(karat: Bag<'orders'>, id: string, language: string): Promise<OfficeOrderDetail> {
  const { db } = karat
  const order = await db.row<OfficeRow>(sql`
    select *, packed_by::text as packed_day, now() as now from orders.orders where id = ${id}`)
  if (!order) throw new Refusal('not_found')
  const [lines, events, payments, pieces, papers, left, notes, changes, drafted] = await Promise.all([
    db.rows<LineRow & { sku_code: string }>(sql`select * from orders.lines where order_id = ${id} order by position`),
    listOfficeEvents(db, id),
    listPayments(db, id),
    readPacking(db, id),
    viewPapers(db, id),
    db.row<LeftRow>(sql`
      select ${carrierNow} as carrier, ${trackingNow} as tracking, s.shipped_by, s.shipped_at, l.reported_by as lost_by, l.reason as lost_reason,
        l.reported_at as lost_at, l.ended, h.document, h.handed_by, h.handed_at, t.used, (
          select coalesce(jsonb_agg(jsonb_build_object('carrier', c.was_carrier, 'tracking', c.was_tracking, 'by', c.corrected_by,
            'at', c.corrected_at) order by c.id desc), '[]') from orders.tracking_corrections c
          where c.order_id = o.id and c.parcel = s.parcel) as earlier
      from (select ${id}::uuid as id) o left join lateral (
        select * from orders.shipments where order_id = o.id order by parcel desc limit 1) s on true
      left join orders.lost_parcels l on l.order_id = o.id and l.parcel = s.parcel
        and (l.ended is null or l.ended = 'paid_back')
      left join orders.hand_overs h on h.order_id = o.id left join orders.pickup_tries t on t.order_id = o.id`),
    listNotes(db, { kind: 'order', id }),
    listDeliveryChanges(db, id),
    findDrafted(db, id),
  ])
  const { couriers } = storeOf(karat, order.store).settings
  const person = await readPeople(db, order.member_id, [
    ...events.map(({ actor }) => actor),
    ...[left?.shipped_by, left?.lost_by, left?.handed_by].flatMap((actor) => actor ?? []),
    ...(left?.earlier ?? []).map(({ by }) => by),
    ...changes.map(({ by }) => by),
  ])
  return {
    ...describe(order, couriers),
    ...overOf(order, left),
    buyer: { member_id: order.member_id, name: person(`member:${order.member_id}`).name },
    lines: lines.map((line) => ({
      ...viewLine(readLine(line), order.currency, language),
      code: line.sku_code,
      tier_bps: line.tier_bps,
      method_bps: line.method_bps,
      serials: pieces.filter(({ skuId }) => skuId === line.sku_id).map(({ serial }) => showSerial(serial)),
    })),
    earlier_deliveries: changes.map(({ was, by, at }) => ({
      ...{ place: placeText(was), by: person(by).name, at: at.toISOString() },
    })),
    drafted,
    packing: {
      pieces: pieces.length,
      scanned: pieces.filter(({ scanned }) => scanned).map(({ serial }) => showSerial(serial)),
    },
    timeline: events.map((event) => ({ ...viewOfficeEvent(event), by: person(event.actor) })),
    payments: payments.map(viewPayment),
    ...leftThe(order, { left, couriers }, person, karat.settings.papers.pickupTries),
    ...papers,
    waits_for: await describeWaiting(db, { id, state: order.state, memberId: order.member_id }),
    giving_up: await describeGivingUp(karat, id, { order, payments }),
    counter: await describeCounter(db, order),
    notes,
  }
}

const describe = (order: OfficeRow, couriers: RowValues) => ({
  order_id: order.id,
  number: order.number,
  store: order.store,
  state: order.state,
  refund_state: order.refund_state,
  currency: order.currency,
  ask: moneyText(minor(order.ask_minor), order.currency),
  tax_rule: order.tax_rule,
  method: order.method,
  delivery: order.delivery,
  ...viewAmounts(amountsOf(order), order.currency),
  created_at: order.created_at.toISOString(),
  expires_at: order.expires_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
  packed_by: order.packed_day,
  review_until: order.review_until?.toISOString() ?? null,
  carriers: servingCouriers(couriers),
})

/** A lost parcel that was paid back goes nowhere any more. */
const overOf = (order: OfficeRow, left: LeftRow | undefined) =>
  left?.ended
    ? { paid_back: true, legal: [] }
    : { paid_back: false, legal: staffMoves(order.state, order.delivery.mode) }

type Left = { left: LeftRow | undefined; couriers: RowValues }

function leftThe(order: OfficeRow, { left, couriers }: Left, person: (actor: string) => Person, tries: number) {
  const shipment = left?.carrier && {
    carrier: courierName(couriers, left.carrier),
    tracking: left.tracking ?? '',
    by: person(left.shipped_by).name,
    at: left.shipped_at.toISOString(),
    earlier: left.earlier.map(({ carrier, by, at, ...was }) => ({
      ...{ ...was, carrier: courierName(couriers, carrier), by: person(by).name },
      at: new Date(at).toISOString(),
    })),
    lost: left.lost_by
      ? { by: person(left.lost_by).name, reason: left.lost_reason, at: left.lost_at.toISOString() }
      : null,
  }
  const handOver = left?.document && {
    document: left.document,
    by: person(left.handed_by).name,
    at: left.handed_at.toISOString(),
  }
  return {
    shipment: shipment || null,
    hand_over: handOver || null,
    pickup: order.state === 'ready_for_pickup' ? { tries_used: left?.used ?? 0, tries } : null,
  }
}

type Person = OfficeOrderDetail['timeline'][number]['by']

/** Who an actor such as `staff:<id>` is. */
async function readPeople(db: Queryable, memberId: string, actors: string[]): Promise<(actor: string) => Person> {
  const staffIds = actors.flatMap((actor) => /^staff:([0-9a-f-]{36})$/.exec(actor)?.[1] ?? [])
  const [members, staff] = await Promise.all([namesOfMembers(db, [memberId]), namesOfStaff(db, staffIds)])
  return (actor) => {
    const [kind = '', id = ''] = actor.split(':')
    if (kind === 'staff') return { kind, name: staff.get(id) ?? id }
    if (kind === 'member') return { kind, name: members.get(id) ?? '' }
    return kind === 'provider' ? { kind, name: id } : { kind: 'system', name: '' }
  }
}

function viewPayment(payment: Payment): OfficeOrderDetail['payments'][number] {
  const currency = payment.captured_currency ?? payment.currency
  const rest = payment.captured_minor === null ? 0n : suspendedRest(payment)
  return {
    payment_id: payment.id,
    provider: payment.provider,
    reference: payment.provider_reference,
    state: payment.state,
    currency,
    amount: amountText(payment.amount_minor, payment.currency),
    captured: payment.captured_minor === null ? null : amountText(payment.captured_minor, currency),
    in_suspense: rest > 0n ? amountText(rest, currency) : null,
    created_at: payment.created_at.toISOString(),
    captured_at: payment.captured_at?.toISOString() ?? null,
  }
}
