/** /mallOrder/payment: where the provider sends the member back. Asks the shop how it ended; the address is not believed. */
import { type ReactNode, useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { choiceAfter } from '../../payments/method-rules.ts'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { declineWords } from '../../payments/pages/payment-words.ts'
import { type CallOptions, dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/figures.tsx'
import { formatGrams, formatWeekDay, sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { requireMemberPage } from '../../ui/member-page.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView, OrderInfoView } from '../contract.ts'
import type { Route } from './+types/payment-outcome-page'
import { CashierSkeleton } from './cashier.tsx'
import { awaitsInvoice } from './order-invoice.tsx'
import { OrderLine } from './order-lines.tsx'
import { OrderWorth } from './order-worth.tsx'
import { KeptFacts, KeptPieces } from './paid-order.tsx'
import { type Outcome, outcomeOf } from './payment-outcome.ts'
import { readOrder, useOpenPayment } from './use-cashier.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const handle = { step: 'pay' }

type Shown = { info: OrderInfoView; order: OrderDetailView }

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Shown> {
  requireMemberPage(request)
  const orderId = new URL(request.url).searchParams.get('order_id')
  if (!orderId) throw redirect('/user/order/list')
  const [info, order] = await Promise.all([readOrder(orderId, saidByPage), readWhole(orderId, saidByPage)])
  return { info, order }
}

const readWhole = (order_id: string, options: CallOptions = { quiet: true }) =>
  dataOf(get<OrderDetailView>('/product/order_detail', { order_id }, options), options)

export const HydrateFallback = CashierSkeleton

export default function PaymentOutcomePage({ loaderData }: Route.ComponentProps) {
  return <OutcomeOf key={loaderData.info.order_id} first={loaderData} />
}

const looks: Record<Outcome, { icon: IconName; tone: string }> = {
  paid: { icon: 'check-circle', tone: 'text-up' },
  waiting: { icon: 'clock', tone: 'text-ink-2' },
  asking_bank: { icon: 'clock', tone: 'text-warn' },
  confirming: { icon: 'clock', tone: 'text-ink-2' },
  unpaid: { icon: 'credit-card', tone: 'text-ink-2' },
  declined: { icon: 'warning-circle', tone: 'text-down' },
  expired: { icon: 'clock', tone: 'text-warn' },
  expired_asking: { icon: 'clock', tone: 'text-warn' },
  cancelled: { icon: 'x', tone: 'text-ink-2' },
  review: { icon: 'magnifying-glass', tone: 'text-warn' },
}

/** The short call asks while something may still happen; the whole order is read again when something did. */
function useOutcome(first: Shown) {
  const [{ info, order }, setShown] = useState(first)
  const outcome = outcomeOf(info)
  usePolling(async () => {
    const next = await readOrder(info.order_id)
    const whole = next.state === info.state ? order : await readWhole(info.order_id)
    setShown({ info: next, order: whole })
  }, ['waiting', 'asking_bank', 'confirming', 'expired_asking', 'unpaid'].includes(outcome))
  usePolling(async () => setShown({ info, order: await readWhole(info.order_id) }), awaitsInvoice(order))
  return { info, order, outcome }
}

function OutcomeOf({ first }: { first: Shown }) {
  const { info, order, outcome } = useOutcome(first)
  const { title, text } = wordsOf(outcome, info)
  const kept = outcome === 'paid'
  const isOver = order.paid_back || order.refund_state === 'full' || order.refund_state === 'partial'
  return (
    <div className={kept ? '' : 'mx-auto max-w-[560px]'}>
      <PageTitle>{title}</PageTitle>
      <div className={kept ? 'grid gap-x-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]' : ''}>
        <div role="status" className="lg:col-start-2">
          <Icon name={looks[outcome].icon} className={`size-10 ${looks[outcome].tone}`} />
          <h1 className="h1 mt-4">{title}</h1>
          <p className="mt-3 text-ink-2">{text}</p>
        </div>
        {kept && <KeptPieces order={order} />}
        <div className="min-w-0 lg:col-start-2">
          {kept && <KeptFacts order={order} />}
          <Numbers info={info} kept={kept} />
          <div className="mt-8 grid gap-3 md:flex">{ways(outcome, info.order_id, choiceAfter(info.payment, []))}</div>
        </div>
        {!kept && <Pieces order={order} />}
      </div>
      {kept && !isOver && <OrderWorth order={order} />}
    </div>
  )
}

/** What is waited for, by picture. */
const Pieces = ({ order: { lines, currency } }: { order: OrderDetailView }) => (
  <ul className="mt-8 grid gap-4 border-t border-line pt-6" aria-label={m.orders_what()}>
    {lines.map((line) => (
      <OrderLine key={line.sku_id} line={line} currency={currency} />
    ))}
  </ul>
)

function Numbers({ info, kept }: { info: OrderInfoView; kept: boolean }) {
  return (
    <dl className={`kv border-line py-5 ${kept ? 'border-b' : 'mt-8 border-y'}`}>
      <dt>{m.orders_number()}</dt>
      <dd>{info.number}</dd>
      <dt>{m.orders_total()}</dt>
      <dd>
        <Money amount={info.total} currency={info.currency} />
      </dd>
      {kept && !isNothing(info.grams) && (
        <>
          <dt>{m.orders_grams_label()}</dt>
          <dd>{formatGrams(info.grams, language())}</dd>
        </>
      )}
      {kept && info.packed_by && (
        <>
          <dt>{m.orders_packed_by()}</dt>
          <dd>{formatWeekDay(info.packed_by, language())}</dd>
        </>
      )}
    </dl>
  )
}

function wordsOf(outcome: Outcome, info: OrderInfoView): { title: string; text: string } {
  switch (outcome) {
    case 'paid':
      return { title: m.orders_outcome_paid(), text: m.orders_outcome_paid_text() }
    case 'waiting':
      if (info.payment?.method === 'bank_transfer')
        return { title: m.orders_outcome_transfer(), text: m.orders_outcome_transfer_text() }
      return { title: m.orders_outcome_waiting(), text: m.orders_outcome_waiting_text() }
    case 'asking_bank':
      return { title: m.orders_cashier_unknown(), text: m.orders_cashier_unknown_text() }
    case 'confirming':
      return { title: m.orders_outcome_confirming(), text: m.orders_outcome_confirming_text() }
    case 'unpaid':
      return { title: m.orders_outcome_unpaid(), text: m.orders_money_not_moved() }
    case 'declined':
      return {
        title: m.orders_cashier_declined(),
        text: sentences([declineWords(info.payment?.decline_reason ?? null), m.orders_money_not_moved()], language()),
      }
    case 'expired':
      return {
        title: m.orders_outcome_expired(),
        text: sentences([m.orders_outcome_expired_text(), m.orders_money_not_moved()], language()),
      }
    case 'expired_asking':
      return { title: m.orders_outcome_expired(), text: m.orders_outcome_expired_asking_text() }
    case 'cancelled':
      return { title: m.orders_outcome_cancelled(), text: m.orders_outcome_cancelled_text() }
    case 'review':
      return { title: m.orders_outcome_review(), text: m.orders_outcome_review_text() }
  }
}

function ways(outcome: Outcome, orderId: string, choice: MethodChoice | null): ReactNode {
  const order = (kind: 'primary' | 'ghost') => (
    <ButtonLink key="order" to={`/user/order/list?order_id=${orderId}`} kind={kind}>
      {m.orders_see()}
    </ButtonLink>
  )
  if (outcome === 'declined' || outcome === 'unpaid')
    return [
      <PayNow key="again" orderId={orderId} choice={choice}>
        {outcome === 'declined' ? m.orders_cashier_again() : m.orders_pay()}
      </PayNow>,
      order('ghost'),
    ]
  if (outcome === 'expired' || outcome === 'cancelled')
    return [
      <ButtonLink key="shop" to="/product/product">
        {m.cart_to_shop()}
      </ButtonLink>,
      order('ghost'),
    ]
  if (outcome === 'waiting')
    return [
      order('ghost'),
      <ButtonLink key="cashier" kind="quiet" to={`/payOrder?order_id=${orderId}`}>
        {m.orders_outcome_not_paid_yet()}
      </ButtonLink>,
    ]
  return order(outcome === 'paid' ? 'primary' : 'ghost')
}

/** One press to the bank's page. Where that fails, or no way was chosen before, the cashier says why, and goes on from there. */
function PayNow({ orderId, choice, children }: { orderId: string; choice: MethodChoice | null; children: ReactNode }) {
  const navigate = useNavigate()
  const open = useOpenPayment(orderId)
  const [busy, setBusy] = useState(false)

  async function pay() {
    setBusy(true)
    const payment = choice && (await open(choice).catch(() => null))
    const address = safePayAddress(payment?.pay_url)
    if (address && choice?.method === 'card') return location.assign(address)
    await navigate(`/payOrder?order_id=${orderId}`)
    setBusy(false)
  }

  return (
    <Button busy={busy} onClick={() => void pay()}>
      {children}
    </Button>
  )
}
