/** One order in full: what is next, its timeline, pieces, amounts and delivery. */
import { type MouseEvent, type Ref, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Clock, Moment, Money } from '../../ui/figures.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { Timeline, type TimelineStep } from '../../ui/states.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { OrderDetailView } from '../contract.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { BuyAgain } from './buy-again.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderGrams } from './order-grams.tsx'
import { awaitsInvoice, OrderInvoice, paperName } from './order-invoice.tsx'
import { AmountList } from './order-lines.tsx'
import { OrderPickup } from './order-pickup.tsx'
import { OrderPieces } from './order-pieces.tsx'
import {
  eventName,
  eventWords,
  paymentWords,
  RefundTag,
  StateTag,
  standsAt,
  stateName,
  stateSentence,
} from './order-words.tsx'
import { PriceChoicePanel } from './price-choice.tsx'
import { RefundProgress } from './refund-progress.tsx'
import { RefundReview } from './refund-review.tsx'
import { readOrder } from './use-cashier.ts'

export function OrderDetail({ order, money }: { order: OrderDetailView; money: RefundStatusView }) {
  const { revalidate } = useRevalidator()
  // The short call asks quietly; the whole order is read again only when something happened.
  usePolling(async () => {
    if ((await readOrder(order.order_id)).state !== order.state) await revalidate()
  }, order.state === 'pending_payment')
  usePolling(() => revalidate(), awaitsInvoice(order))
  const head = useOutcome(order.state)
  return (
    <div className="printed">
      <PageTitle>{m.orders_of({ number: order.number })}</PageTitle>
      <Head ref={head} order={order} choosing={money.price_choice !== null} />
      {order.may_pay && order.expires_at && <PayNow order={order} until={order.expires_at} />}
      <RefundReview status={money} />
      <PriceChoicePanel status={money} lines={order.lines} />
      <div className="mt-8 grid gap-10 xl:grid-cols-[minmax(0,1fr)_340px] xl:gap-14">
        <div className="grid min-w-0 content-start gap-10">
          {order.pickup && order.delivery.mode === 'pickup' && !money.price_choice && (
            <OrderPickup pickup={order.pickup} place={order.delivery.name} number={order.number} />
          )}
          <RefundProgress status={money} />
          <section aria-label={m.orders_what()}>
            <h2 className="h3 mb-3">{m.orders_what()}</h2>
            <OrderPieces order={order} />
          </section>
          <section aria-label={m.orders_delivery()}>
            <h2 className="h3 mb-3">{m.orders_delivery()}</h2>
            <OrderDelivery {...order} />
          </section>
          <section aria-label={m.orders_timeline()}>
            <h2 className="h3 mb-4">{m.orders_timeline()}</h2>
            <Timeline steps={stepsOf(order)} />
          </section>
        </div>
        <div className="grid content-start gap-6 xl:sticky xl:top-16 xl:self-start">
          <Amounts order={order} />
          <div className="grid gap-3 print:hidden">
            <OrderInvoice order={order} />
            <OrderActions money={money} />
            <BuyAgain lines={order.lines} />
            <Button kind="ghost" onClick={() => window.print()}>
              <Icon name="printer" /> {m.orders_print()}
            </Button>
            <Link to={`/contactUs?order=${order.number}`} className="link min-h-11 justify-center">
              {m.orders_help()}
            </Link>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The head of an order that is cancelled while it is looked at comes into view with the focus: the button pressed is far below it. */
function useOutcome(state: OrderDetailView['state']) {
  const head = useRef<HTMLHeadingElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (state === 'cancelled' && before.current !== state) {
      head.current?.focus({ preventScroll: true })
      head.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
    before.current = state
  }, [state])
  return head
}

type HeadProps = { ref: Ref<HTMLHeadingElement>; order: OrderDetailView; choosing: boolean }

function Head({ ref, order, choosing }: HeadProps) {
  const { delivery } = order
  const { store } = useShell()
  const place = delivery.mode === 'pickup' ? delivery.name : delivery.recipient
  function sentence() {
    if (choosing) return m.orders_price_choice_head()
    if (order.paid_back) return m.orders_says_paid_back()
    return order.shipment?.lost_at ? m.orders_says_lost() : stateSentence(order.state, { mode: delivery.mode, place })
  }
  return (
    <>
      <BackToList />
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={ref} tabIndex={-1} className="h1 scroll-mt-20 outline-none">
          {m.orders_of({ number: order.number })}
        </h1>
        <StateTag state={order.state} paidBack={order.paid_back} />
        <RefundTag state={order.refund_state} />
      </div>
      <p className="mt-3 max-w-[60ch]">{sentence()}</p>
      {order.clearing && (
        <p className="mt-1 max-w-[60ch]">
          {m.orders_clearing({
            date: formatMoment(Date.parse(order.clearing.until), store.time_zone, language()),
            days: order.clearing.days,
          })}
        </p>
      )}
      <p className="small mt-1 text-ink-2">
        <Moment at={order.created_at} />
      </p>
    </>
  )
}

/** Back to the very page of the list that this order was opened from, where it was scrolled to. */
function BackToList() {
  const navigate = useNavigate()
  const from = (useLocation().state as { from?: string } | null)?.from
  function goBack(event: MouseEvent) {
    if (!from || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={from?.startsWith('/user/order/list') ? from : '/user/order/list'}
      onClick={goBack}
      className="link small min-h-11 !font-medium print:hidden"
    >
      <Icon name="arrow-left" size="s" />
      {m.orders_back()}
    </Link>
  )
}

const PayNow = ({ order, until }: { order: OrderDetailView; until: string }) => (
  <section className="mt-6 grid items-center gap-4 rounded-panel bg-warn-soft p-5 md:grid-cols-[1fr_auto_auto] md:gap-6 print:hidden">
    <div>
      <p className="font-semibold">{m.orders_waits()}</p>
      <p className="small text-ink-2">
        {m.orders_waits_until()} <Clock at={until} />
      </p>
    </div>
    <Countdown until={until} className="text-[28px] leading-none font-medium" />
    <ButtonLink to={`/payOrder?order_id=${order.order_id}`}>{m.orders_pay()}</ButtonLink>
  </section>
)

function Amounts({ order }: { order: OrderDetailView }) {
  return (
    <section className="panel p-5" aria-label={m.orders_total()}>
      <AmountList
        amounts={order}
        inGrams={order.grams !== null}
        currency={order.currency}
        delivery={order.delivery.mode}
      />
      <hr className="rule my-4" />
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{m.orders_total()}</span>
        <Money amount={order.total} currency={order.currency} className="text-2xl font-semibold tracking-[-0.01em]" />
      </p>
      <OrderGrams grams={order.grams} />
      <p className="small mt-3 text-ink-2">
        {m.orders_ask()} <Money amount={order.ask} currency={order.currency} />
        {m.orders_per_gram()} · {m.orders_tax_rule({ rule: order.tax_rule })}
      </p>
      {order.invoice && (
        <p className="small mt-1 flex flex-wrap gap-x-2 text-ink-2">
          {m.orders_invoice_number({ number: order.invoice.number })} <Moment at={order.invoice.issued_at} />
        </p>
      )}
      {order.later_papers.map((later) => (
        <p key={later.number} className="small mt-1 flex flex-wrap gap-x-2 text-ink-2">
          {paperName(later)} <Moment at={later.issued_at} />
        </p>
      ))}
      {order.payments.length > 0 && (
        <>
          <hr className="rule my-4" />
          <h3 className="small font-semibold">{m.orders_payments()}</h3>
          <ul className="mt-1.5 grid gap-1.5">
            {order.payments.map((payment) => (
              <li key={payment.payment_id} className="small flex flex-wrap justify-between gap-x-3 text-ink-2">
                <span>{paymentWords(payment)}</span>
                <Moment at={payment.created_at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Expected above, then now, then what is done. An order that is over has nothing that is now. */
function stepsOf({ timeline, expected, delivery, drafted }: OrderDetailView): TimelineStep[] {
  const ahead = expected.map(
    (state): TimelineStep => ({
      key: `expected ${state}`,
      state: 'expected',
      title: stateName[state](),
      text: textOf(state, delivery),
    }),
  )
  const standing = standsAt(timeline)
  const behind = timeline.map(
    (event, place): TimelineStep => ({
      key: `${timeline.length - place}`,
      state: place === standing && expected.length > 0 ? 'now' : 'done',
      title: event.kind === 'move' && event.from === null && place > 0 ? m.orders_placed() : eventName(event),
      text: eventWords(event),
      at: <Moment at={event.at} />,
    }),
  )
  const before: TimelineStep[] = drafted
    ? [
        {
          ...{ key: 'drafted', state: 'done', title: m.orders_drafted(), text: drafted.by },
          at: <Moment at={drafted.at} />,
        },
      ]
    : []
  return [...ahead.reverse(), ...behind, ...before]
}

const textOf = (state: string, delivery: OrderDetailView['delivery']) =>
  state === 'shipped' && delivery.mode === 'courier'
    ? m.orders_checkout_courier_days({ from: delivery.days_from, to: delivery.days_to })
    : undefined
