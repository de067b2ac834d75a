/** The cashier of one order: amount, time that is left, method, and what the payment is doing. */
import { type ReactNode, useEffect } from 'react'
import { Link, redirect, useLocation, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import type { MethodChoice } from '../../payments/method-rules.ts'
import { OwnAccount } from '../../payments/pages/own-account.tsx'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { declineWords } from '../../payments/pages/payment-words.ts'
import { TransferWay } from '../../payments/pages/transfer-way.tsx'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { BigMoney, Clock, money } from '../../ui/figures.tsx'
import { sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { requireMemberPage } from '../../ui/member-page.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { HoldingView } from '../../vault/contract.ts'
import type { OrderDetailView, OrderInfoView, SubmittedView } from '../contract.ts'
import { CashierOrder } from './cashier-order.tsx'
import { CashierWays, GramsOfOrder } from './cashier-ways.tsx'
import type { CashBalance } from './spendable.ts'
import { type CashierPayment, readOrder, useCashier, waitsForBank } from './use-cashier.ts'

/** `balance`: what the member has with a store that keeps balances. */
type CashierData = { info: OrderInfoView; order: OrderDetailView; balance: CashBalance | null }

/** The order of `?order_id=`. Without one, a sku to buy goes to its confirmation, anything else to the order list. */
export async function loadCashier(request: Request): Promise<CashierData> {
  requireMemberPage(request)
  const { searchParams, search } = new URL(request.url)
  const orderId = searchParams.get('order_id')
  if (orderId) {
    const [info, order, holding] = await Promise.all([
      readOrder(orderId, saidByPage),
      dataOf(get<OrderDetailView>('/product/order_detail', { order_id: orderId }, saidByPage), saidByPage),
      dataOf(get<HoldingView>('/trade/holding', {}, saidByPage), saidByPage),
    ])
    return { info, order, balance: holding.cash_balance === 'closed' ? holding : null }
  }
  throw redirect(searchParams.has('sku_id') ? `/mallOrder/create${search}` : '/user/order/list')
}

export function Cashier({ first: { info: first, order, balance } }: { first: CashierData }) {
  const cashier = useCashier(first, order)
  const { info, payment } = cashier
  const navigate = useNavigate()
  const decided = info.state !== 'pending_payment'
  useEffect(() => {
    if (decided) void navigate(`/mallOrder/payment?order_id=${info.order_id}`, { replace: true })
  }, [decided, info.order_id, navigate])

  return (
    <div className="mx-auto max-w-[560px]">
      <PageTitle>{m.orders_cashier_title()}</PageTitle>
      <Link to={`/user/order/list?order_id=${info.order_id}`} className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.orders_cashier_back()}
      </Link>
      <h1 className="h1 mt-2">{m.orders_cashier_title()}</h1>
      <BetterPrice />
      <section className="panel mt-6 overflow-hidden">
        <PayBefore at={info.expires_at} />
        <div className="grid gap-5 p-5">
          {order.clearing_days !== null && !cashier.fromBalance && cashier.chosen?.method === 'card' && (
            <p className="small">{m.orders_cashier_clearing({ days: order.clearing_days })}</p>
          )}
          {!info.pieces_held && <p className="small">{m.orders_cashier_not_held()}</p>}
          <div>
            <p className="small text-ink-2">{m.orders_cashier_amount()}</p>
            <p className="mt-1">
              <BigMoney amount={info.total} currency={info.currency} size="fig-l" />
            </p>
          </div>
          <dl className="kv small border-y border-line py-4">
            <dt>{m.orders_number()}</dt>
            <dd>{info.number}</dd>
            <GramsOfOrder grams={order.grams} />
          </dl>
          <CashierWays cashier={cashier} order={order} balance={balance} />
          {!cashier.needsPin && <PaymentState cashier={cashier} payment={payment} />}
        </div>
      </section>
      {!cashier.fromBalance && cashier.chosen?.method === 'card' && (
        <p className="small mt-4 text-ink-2">{m.orders_cashier_only_bank()}</p>
      )}
      <CashierOrder order={order} withPin={cashier.fromBalance} />
    </div>
  )
}

const PayBefore = ({ at }: { at: string }) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-4 bg-tile p-5">
    <div>
      <h2 className="h3">{m.orders_cashier_pay_before()}</h2>
      <p className="small text-ink-2">
        <Clock at={at} />
      </p>
    </div>
    <Countdown until={at} className="text-[34px] leading-none font-medium tracking-[-0.03em]" />
  </div>
)

type StateProps = { cashier: ReturnType<typeof useCashier>; payment: CashierPayment | null }

/** Announced when it changes; what is on the page says the same as what is heard. */
function PaymentState({ cashier, payment }: StateProps) {
  return <div aria-live="polite">{stateOf(cashier, payment)}</div>
}

function stateOf(
  { info, busy, failed, chosen, closed, again: tryAgain }: StateProps['cashier'],
  payment: CashierPayment | null,
): ReactNode {
  const again = !closed && (
    <Button size="l" className="w-full" busy={busy} onClick={() => void tryAgain()}>
      {m.orders_cashier_again()}
    </Button>
  )
  if (failed)
    return (
      <Told icon="warning-circle" tone="text-warn" title={m.orders_cashier_failed()} text={m.orders_money_not_moved()}>
        {again}
      </Told>
    )
  if (!chosen || waitsForBank(chosen)) return null
  if (payment && isOther(payment, chosen)) return <Skeleton className="h-14" />
  if (payment?.state === 'declined')
    return (
      <Told
        icon="warning-circle"
        tone="text-down"
        title={m.orders_cashier_declined()}
        text={sentences([declineWords(payment.decline_reason), m.orders_money_not_moved()], language())}
      >
        {again}
      </Told>
    )
  if (payment?.state === 'expired')
    return (
      <Told icon="clock" tone="text-warn" title={m.orders_cashier_page_expired()} text={m.orders_money_not_moved()}>
        {again}
      </Told>
    )
  if (payment?.state === 'unknown')
    return (
      <Told icon="clock" tone="text-warn" title={m.orders_cashier_unknown()} text={m.orders_cashier_unknown_text()} />
    )
  if (payment?.state === 'captured')
    return (
      <Told
        icon="check-circle"
        tone="text-up"
        title={m.orders_cashier_captured()}
        text={m.orders_cashier_captured_text()}
      />
    )
  if (info.payment?.confirming)
    return (
      <Told
        icon="clock"
        tone="text-warn"
        title={m.orders_outcome_confirming()}
        text={m.orders_outcome_confirming_text()}
      />
    )
  if (closed)
    return <Told icon="clock" tone="text-warn" title={m.payments_time_over()} text={m.orders_cashier_other_way()} />
  return <ToPay info={info} payment={payment} />
}

/** Where the money is to go: the number or the code, or the bank's page. */
function ToPay({ info, payment }: { info: OrderInfoView; payment: CashierPayment | null }) {
  if (payment?.method === 'bank_transfer') return <ByBank payment={payment} />
  const address = safePayAddress(payment?.pay_url)
  if (payment && (payment.number || payment.qr))
    return (
      <>
        <TransferWay way={payment} />
        <Waiting />
      </>
    )
  if (payment?.method !== 'card' || !address) return <Skeleton className="h-14" />
  return (
    <>
      <a className="btn w-full" data-size="l" href={address}>
        {m.orders_cashier_to_bank({ amount: money({ amount: info.total, currency: info.currency }) })}
      </a>
      <Waiting />
    </>
  )
}

/** After its time the statement says whether the transfer was in time. */
const ByBank = ({ payment }: { payment: CashierPayment }) =>
  payment.transfer ? (
    <OwnAccount way={payment.transfer} amount={payment.amount} currency={payment.currency} />
  ) : (
    <Told icon="clock" tone="text-ink-2" title={m.orders_transfer_over()} text={m.orders_transfer_over_text()} />
  )

const Waiting = () => (
  <p className="small mt-4 flex items-center gap-2 text-ink-2">
    <span className="dot" />
    {m.orders_cashier_waiting()}
  </p>
)

/** While another method is being opened. */
const isOther = (payment: CashierPayment, { method, bank }: MethodChoice) =>
  payment.method !== method || payment.bank !== bank

type ToldProps = {
  icon: 'warning-circle' | 'clock' | 'check-circle'
  tone: string
  title: string
  text: string
  children?: ReactNode
}

const Told = ({ icon, tone, title, text, children }: ToldProps) => (
  <div className="grid gap-4">
    <div className="flex gap-3">
      <Icon name={icon} size="l" className={tone} />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{text}</p>
      </div>
    </div>
    {children}
  </div>
)

/** Said once, when submitting gave the member a better price than the guaranteed one. */
function BetterPrice() {
  const state = useLocation().state as { better_price?: SubmittedView['better_price']; currency?: string } | null
  const better = state?.better_price
  if (!better) return null
  const currency = state?.currency ?? 'IDR'
  return (
    <p className="mt-5 flex gap-3 rounded-control bg-up-soft p-4 text-up" role="status">
      <Icon name="check-circle" />
      {m.orders_cashier_better({
        saved: money({ amount: better.saved, currency }),
        total: money({ amount: better.total, currency }),
      })}
    </p>
  )
}

export const CashierSkeleton = () => (
  <div className="mx-auto grid max-w-[560px] gap-4" aria-busy="true">
    <Skeleton className="h-11 w-56" />
    <Skeleton className="mt-4 h-72" />
  </div>
)
