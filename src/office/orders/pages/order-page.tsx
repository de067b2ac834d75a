/** /admin/order?id=…: one order, with everything about it and what may be done next. */

import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeOrderDetail } from '../../../orders/core/office-contract.ts'
import { eventName, RefundTag, reasonWords, StateTag, standsAt } from '../../../orders/pages/order-words.tsx'
import { Money } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Timeline, type TimelineStep } from '../../../ui/states.tsx'
import { Block } from '../../kit/pages/block.tsx'
import { type Fact, Facts } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { ChangeDelivery } from './change-delivery.tsx'
import { CorrectTracking } from './correct-tracking.tsx'
import { GiveUp } from './give-up.tsx'
import { documentName, paymentName, providerName } from './office-order-words.ts'
import { OrderMoves } from './order-moves.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPapers } from './order-papers.tsx'
import { OfficeLines } from './order-price-lines.tsx'
import { PackedTag } from './packed-tag.tsx'
import { SlipsButton } from './slips-button.tsx'

export const handle: OfficeHandle = { permission: 'orders.see' }

export default function OrderPage() {
  return (
    <OneById<OfficeOrderDetail>
      path="/orders/detail"
      field="order_id"
      back={{ to: '/admin/orders', name: m.office_orders_back() }}
      title={m.office_orders()}
      none={m.office_orders_order_none()}
      failed={m.office_orders_order_failed()}
    >
      {(order, reload) => <OneOrder key={order.order_id} order={order} reload={reload} />}
    </OneById>
  )
}

type Props = { order: OfficeOrderDetail; reload: () => Promise<void> }

function OneOrder({ order, reload }: Props) {
  const may = useMay()
  const { moment } = useTimes()
  return (
    <>
      <title>{`${order.number} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">{order.number}</h1>
        <StateTag state={order.state} paidBack={order.paid_back} />
        <RefundTag state={order.refund_state} />
        <PackedTag {...order} />
      </div>
      <p className="small mt-1 text-ink-2">
        <SubjectLink kind="member" id={order.buyer.member_id}>
          {order.buyer.name}
        </SubjectLink>{' '}
        · {moment(order.created_at)}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5 xl:order-none">
          <OfficeLines order={order} />
          <Block title={m.office_orders_payments()}>
            <Payments order={order} />
          </Block>
          <Block title={m.office_orders_timeline()}>
            <Timeline steps={stepsOf(order, moment)} />
          </Block>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <Block title={m.office_orders_next()}>
            <MoneyWaits order={order} />
            <OrderMoves order={order} reload={reload} />
            {(order.state === 'paid' || order.state === 'preparing') && may('orders.prepare') && (
              <SlipsButton of={{ order_id: order.order_id }} />
            )}
            <GiveUp order={order} reload={reload} />
          </Block>
          <Block title={m.office_orders_delivery()}>
            <Delivery order={order} />
            <ChangeDelivery order={order} reload={reload} />
            <CorrectTracking order={order} reload={reload} />
          </Block>
          <Block title={m.office_orders_amounts()}>
            <Amounts order={order} />
          </Block>
          <Block title={m.office_orders_notes()}>
            <OrderNotes order={order} reload={reload} />
          </Block>
        </div>
      </div>
    </>
  )
}

function MoneyWaits({ order: { waits_for: waits } }: { order: OfficeOrderDetail }) {
  const { moment } = useTimes()
  return (
    <>
      {waits.disputed && <p>{m.office_orders_waits_dispute()}</p>}
      {waits.short && <p>{m.office_orders_waits_short()}</p>}
      {waits.clearing && <p>{m.office_orders_waits_clearing({ date: moment(waits.clearing.until) })}</p>}
    </>
  )
}

function byWords(by: OfficeOrderDetail['timeline'][number]['by']): string {
  if (by.kind === 'system') return m.office_orders_by_system()
  if (by.kind !== 'provider') return by.name
  return by.name === 'bank' ? providerName(by.name) : `${m.office_orders_by_provider()} ${by.name}`
}

function stepsOf({ timeline, drafted }: OfficeOrderDetail, moment: (text: string) => string): TimelineStep[] {
  const standing = standsAt(timeline)
  const before: TimelineStep[] = drafted
    ? [
        {
          ...{ key: 'drafted', state: 'done', at: moment(drafted.at) },
          ...{ title: m.office_orders_drafted({ number: drafted.number }), text: drafted.by },
        },
      ]
    : []
  const steps = timeline.map(
    (event, index): TimelineStep => ({
      key: `${timeline.length - index}`,
      state: index === standing ? 'now' : 'done',
      title: eventName(event),
      text:
        'reason' in event && event.reason ? `${byWords(event.by)}: ${reasonWords(event.reason)}` : byWords(event.by),
      at: moment(event.at),
    }),
  )
  return [...steps, ...before]
}

function Payments({ order }: { order: OfficeOrderDetail }) {
  const { moment } = useTimes()
  if (order.payments.length === 0) return <p className="text-ink-2">{m.office_orders_payments_none()}</p>
  return order.payments.map((payment) => (
    <Facts
      key={payment.payment_id}
      facts={[
        {
          label: providerName(payment.provider),
          value: paymentName(payment.state),
        },
        { label: m.office_orders_reference(), value: payment.reference ?? '–' },
        ...fact(
          m.office_orders_captured(),
          payment.captured === null ? null : <Money amount={payment.captured} currency={payment.currency} />,
        ),
        ...fact(
          m.office_orders_suspense(),
          payment.in_suspense && <Money amount={payment.in_suspense} currency={payment.currency} />,
        ),
        { label: m.office_audit_at(), value: moment(payment.captured_at ?? payment.created_at) },
      ]}
    />
  ))
}

const fact = (label: string, value: Fact['value'] | null): Fact[] => (value ? [{ label, value }] : [])

function Delivery({ order }: { order: OfficeOrderDetail }) {
  const { delivery, shipment, hand_over: handed } = order
  return (
    <>
      <div className="flex gap-3">
        <Icon name={delivery.mode === 'courier' ? 'truck' : 'storefront'} />
        {delivery.mode === 'courier' && delivery.recipient === '' ? (
          <p className="min-w-0 text-ink-2">{m.office_orders_forgotten()}</p>
        ) : delivery.mode === 'courier' ? (
          <address className="min-w-0 break-words not-italic">
            <span className="block font-semibold">{delivery.recipient}</span>
            {[delivery.street, delivery.area, delivery.postal_code].filter(Boolean).join(', ')}
            <span className="block">{delivery.mobile}</span>
          </address>
        ) : (
          <p className="min-w-0">
            <span className="block font-semibold">{delivery.name}</span>
            {delivery.street}, {delivery.city}
          </p>
        )}
      </div>
      {shipment && (
        <p className="break-words">
          {m.office_orders_shipment({ carrier: shipment.carrier, tracking: shipment.tracking })}
        </p>
      )}
      {handed && <p>{m.office_orders_handed({ name: handed.by, document: documentName(handed.document) })}</p>}
    </>
  )
}

function Amounts({ order }: { order: OfficeOrderDetail }) {
  const money = (amount: string) => <Money amount={amount} currency={order.currency} />
  return (
    <>
      <Facts
        facts={[
          { label: m.office_orders_goods(), value: money(order.goods_total) },
          { label: m.office_orders_fee(), value: money(order.delivery_fee) },
          { label: m.office_orders_insurance(), value: money(order.insurance_fee) },
          { label: m.office_orders_tax(), value: money(order.tax) },
          ...(/[1-9]/.test(order.discount)
            ? [{ label: m.office_orders_discount(), value: money(`-${order.discount}`) }]
            : []),
          { label: m.office_orders_total(), value: <strong>{money(order.total)}</strong> },
          { label: m.office_orders_invoice(), value: order.invoice?.number ?? m.office_orders_invoice_none() },
        ]}
      />
      <OrderPapers order={order} />
    </>
  )
}
