/** One order in full: what is next, its timeline, pieces, amounts and delivery. */
import { Link, useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Clock, Moment, Money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { Timeline, type TimelineStep } from '../../ui/states.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { OrderDetailView } from '../contract.ts'
import { hoursInWords } from './opening-hours.ts'
import { CancelOrder, RefundOrder } from './order-actions.tsx'
import { AmountList, OrderLine } from './order-lines.tsx'
import { moveWords, StateTag, stateName } from './order-words.tsx'
import { readOrder } from './use-cashier.ts'

export function OrderDetail({ order }: { order: OrderDetailView }) {
  const { revalidate } = useRevalidator()
  // The short call asks quietly; the whole order is read again only when something happened.
  usePolling(async () => {
    if ((await readOrder(order.order_id, true)).state !== order.state) await revalidate()
  }, order.state === 'pending_payment')
  return (
    <>
      <title>{`${m.order_of({ number: order.number })} · Karat`}</title>
      <Link to="/user/order/list" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.order_title()}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h1">{m.order_of({ number: order.number })}</h1>
        <StateTag state={order.state} />
      </div>
      <p className="mt-2 text-ink-2">
        <Moment at={order.created_at} />
      </p>
      {order.may_pay && order.expires_at && <PayNow order={order} until={order.expires_at} />}
      <div className="mt-8 grid gap-10 xl:grid-cols-[minmax(0,1fr)_360px] xl:gap-14">
        <div className="grid min-w-0 content-start gap-10">
          <section aria-label={m.order_timeline()}>
            <h2 className="h3 mb-4">{m.order_timeline()}</h2>
            <Timeline steps={stepsOf(order)} />
          </section>
          <section aria-label={m.order_delivery()}>
            <h2 className="h3 mb-3">{m.order_delivery()}</h2>
            <Delivery delivery={order.delivery} />
          </section>
        </div>
        <section className="panel self-start p-5" aria-label={m.order_total()}>
          <ul className="grid gap-4">
            {order.lines.map((line) => (
              <OrderLine key={line.sku_id} line={line} currency={order.currency} />
            ))}
          </ul>
          <hr className="rule my-4" />
          <AmountList amounts={order} currency={order.currency} delivery={order.delivery.mode} />
          <hr className="rule my-4" />
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{m.order_total()}</span>
            <Money
              amount={order.total}
              currency={order.currency}
              className="text-2xl font-semibold tracking-[-0.01em]"
            />
          </p>
          <p className="small mt-3 text-ink-2">
            {m.order_ask()} <Money amount={order.ask} currency={order.currency} />
            {m.order_per_gram()}
          </p>
          <div className="mt-4 grid gap-3">
            {order.may_cancel && <CancelOrder orderId={order.order_id} />}
            {order.paid_at && order.refund_state === 'none' && order.state !== 'cancelled' && (
              <RefundOrder orderId={order.order_id} />
            )}
          </div>
        </section>
      </div>
    </>
  )
}

const PayNow = ({ order, until }: { order: OrderDetailView; until: string }) => (
  <section className="mt-6 grid items-center gap-4 rounded-panel bg-warn-soft p-5 md:grid-cols-[1fr_auto_auto] md:gap-6">
    <div>
      <p className="font-semibold">{m.order_waits()}</p>
      <p className="small text-ink-2">
        {m.order_waits_until()} <Clock at={until} />
      </p>
    </div>
    <Countdown until={until} className="text-[28px] leading-none font-medium" />
    <ButtonLink to={`/payOrder?order_id=${order.order_id}`}>{m.order_pay()}</ButtonLink>
  </section>
)

/** Expected above, then now, then what is done. An order that is over has nothing that is now. */
function stepsOf({ timeline, expected, delivery }: OrderDetailView): TimelineStep[] {
  const ahead = expected.map(
    (state): TimelineStep => ({
      key: `expected ${state}`,
      state: 'expected',
      title: stateName[state](),
      text: textOf(state, delivery),
    }),
  )
  const behind = timeline.map(
    (move, place): TimelineStep => ({
      key: `${move.to} ${move.at}`,
      state: place === 0 && expected.length > 0 ? 'now' : 'done',
      title: move.from === null && place > 0 ? m.order_placed() : stateName[move.to](),
      text: moveWords(move),
      at: <Moment at={move.at} />,
    }),
  )
  return [...ahead.reverse(), ...behind]
}

const textOf = (state: string, delivery: OrderDetailView['delivery']) =>
  state === 'shipped' && delivery.mode === 'courier'
    ? m.checkout_courier_days({ from: delivery.days_from, to: delivery.days_to })
    : undefined

function Delivery({ delivery }: { delivery: OrderDetailView['delivery'] }) {
  const courier = delivery.mode === 'courier'
  return (
    <div className="flex gap-3.5">
      <Icon name={courier ? 'truck' : 'storefront'} size="l" />
      {courier ? (
        <div className="min-w-0">
          <p className="font-semibold">
            {delivery.recipient} · {delivery.label}
          </p>
          <p className="break-words text-ink-2">
            {[delivery.street, delivery.area, delivery.postal_code].filter(Boolean).join(', ')}
          </p>
          <p className="text-ink-2">{delivery.mobile}</p>
        </div>
      ) : (
        <div className="min-w-0">
          <p className="font-semibold">{delivery.name}</p>
          <p className="text-ink-2">
            {delivery.street}, {delivery.city}
          </p>
          <p className="text-ink-2">{hoursInWords(delivery.hours, language())}</p>
        </div>
      )}
    </div>
  )
}
