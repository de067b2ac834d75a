/** What may be done with an order next: only moves that are legal for it and that the reader may make. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeOrderDetail } from '../../../orders/core/office-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { CounterPayment } from './counter-payment.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { LostParcel, ReportLost } from './lost-parcel.tsx'
import { PackingDesk } from './packing-desk.tsx'
import { ShipForm } from './ship-form.tsx'

export type MoveProps = { order: OfficeOrderDetail; reload: () => Promise<void> }

export function OrderMoves({ order, reload }: MoveProps) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  const { moment } = useTimes()
  const { state, legal } = order
  if (order.refund_state === 'requested' && (state === 'paid' || state === 'preparing'))
    return (
      <>
        <p>{m.office_orders_wait_refund()}</p>
        <ToRefunds order={order} />
      </>
    )
  if (state === 'preparing' && order.invoice && may('orders.prepare') && isUnpacked(order))
    return <PackingDesk order={order} reload={reload} />
  const begins = legal.includes('preparing') && may('orders.prepare')
  const leaves = !legal.includes('preparing')
  const ships = legal.includes('shipped') && !isUnpacked(order) && may('orders.ship')
  const waits = legal.includes('ready_for_pickup') && may('orders.prepare')
  const arrives = state === 'shipped' && may('orders.complete')
  const collects = state === 'ready_for_pickup' && may('orders.hand_over')
  if (leaves && state === 'preparing' && !order.invoice) return <p>{m.office_orders_wait_papers()}</p>
  if (state === 'pending_payment')
    return (
      <>
        <p>{m.office_orders_wait_payment({ time: moment(order.expires_at) })}</p>
        <CounterPayment order={order} reload={reload} />
      </>
    )
  if (order.shipment?.lost) return <LostParcel order={order} reload={reload} />
  const loses = state === 'shipped' && may('orders.lose')
  const asked = order.refund_state === 'requested'
  if (state === 'payment_review') return <p>{m.office_orders_wait_choice()}</p>
  return (
    <>
      {asked && (
        <>
          <p>{m.office_orders_refund_waits()}</p>
          <ToRefunds order={order} />
        </>
      )}
      {begins && <Button onClick={() => ask(preparing(order))}>{m.office_orders_prepare()}</Button>}
      {ships && <ShipForm order={order} reload={reload} />}
      {waits && <Button onClick={() => ask(ready(order))}>{m.office_orders_ready()}</Button>}
      {collects && <HandOverForm order={order} reload={reload} ask={ask} />}
      {arrives && <Button onClick={() => ask(delivered(order))}>{m.office_orders_complete()}</Button>}
      {loses && <ReportLost order={order} reload={reload} />}
      {!asked && !begins && !ships && !waits && !collects && !arrives && !loses && (
        <p className="text-ink-2">{m.office_orders_nothing_next()}</p>
      )}
      {dialog}
    </>
  )
}

const isUnpacked = ({ packing }: OfficeOrderDetail) => packing.scanned.length < packing.pieces

function ToRefunds({ order }: { order: OfficeOrderDetail }) {
  const may = useMay()
  if (!may('refunds.see')) return null
  return (
    <Link to={`/admin/refunds?q=${order.number}`} className="link">
      {m.office_refunds()}
    </Link>
  )
}

const post = (path: string, order: OfficeOrderDetail, more: object = {}) =>
  officePost(path, { order_id: order.order_id, expected: order.state, ...more }, { quiet: true })

const preparing = (order: OfficeOrderDetail): ReasonedAction => ({
  title: m.office_orders_prepare_title({ number: order.number }),
  text: m.office_orders_prepare_text(),
  confirm: m.office_orders_prepare(),
  withoutReason: true,
  run: () => post('/orders/prepare', order),
  done: m.office_orders_prepare_done({ number: order.number }),
})

const ready = (order: OfficeOrderDetail): ReasonedAction => ({
  title: m.office_orders_ready_title({ number: order.number }),
  text: m.office_orders_ready_text({ place: order.delivery.mode === 'pickup' ? order.delivery.name : '' }),
  confirm: m.office_orders_ready(),
  withoutReason: true,
  run: () => post('/orders/ready', order),
  done: m.office_orders_ready_done({ number: order.number }),
})

const delivered = (order: OfficeOrderDetail): ReasonedAction => ({
  title: m.office_orders_complete_title({ number: order.number }),
  text: m.office_orders_complete_text(),
  confirm: m.office_orders_complete(),
  run: (reason) => post('/orders/complete', order, { reason }),
  done: m.office_orders_complete_done({ number: order.number }),
})
