/** Cancelling a paid order: first every figure of the settlement with its end, then the button that says the result. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { Countdown, CountdownBar } from '../../ui/countdown.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Clock, Money, money, pieceWeight } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { Skeleton } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { CancelQuoteView } from '../refunds/refund-contract.ts'

type Fallen = { sale: string; currency: CancelQuoteView['currency'] }
type Shown = { quote: CancelQuoteView; over: boolean } | { fallen: Fallen } | 'asking' | 'no_price'

export function CancelPaid({ orderId, until }: { orderId: string; until: string | null }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<Shown>('asking')

  async function askForFigures() {
    setShown('asking')
    setOpen(true)
    try {
      const answer = await post<CancelQuoteView>('/order/cancel_quote', { order_id: orderId })
      if (answer.status !== 'success')
        return setShown(answer.error === 'cancel_fallen' ? { fallen: answer.data as Fallen } : 'no_price')
      learnServerTime(momentOf(answer.data.server_time))
      setShown({ quote: answer.data, over: false })
    } catch {
      // The order cannot be cancelled any more; that was said in a toast, and the order is shown as it is now.
      setOpen(false)
      await revalidate()
    }
  }

  async function cancel(quote: CancelQuoteView) {
    setBusy(true)
    try {
      await dataOf(send('/order/cancel_order', { order_id: orderId, quote_id: quote.quote_id }, { loading: true }))
      toastDone(m.orders_refund_cancel_done({ amount: money({ amount: quote.back, currency: quote.currency }) }))
      setOpen(false)
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'quote_expired') setShown({ quote, over: true })
      else setOpen(false)
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <div>
      <Button kind="danger" className="w-full" onClick={() => void askForFigures()}>
        {m.orders_cancel()}
      </Button>
      {until && (
        <p className="small mt-1.5 text-center text-ink-2">
          {m.orders_refund_cancel_until()} <Clock at={until} />
        </p>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.orders_refund_cancel_title()}
        text={m.orders_refund_cancel_text()}
      >
        {shown === 'asking' && <Skeleton className="h-80 rounded-panel" />}
        {shown === 'no_price' && <p role="alert">{m.orders_refund_no_price()}</p>}
        {typeof shown === 'object' && 'fallen' in shown && <TooFar {...shown.fallen} />}
        {typeof shown === 'object' && 'quote' in shown && (
          <Settlement
            key={shown.quote.quote_id}
            {...shown}
            busy={busy}
            onOver={() => setShown({ ...shown, over: true })}
            onCancel={() => void cancel(shown.quote)}
            onAgain={() => void askForFigures()}
          />
        )}
      </Dialog>
    </div>
  )
}

const TooFar = ({ sale, currency }: Fallen) => (
  <div role="alert" className="grid gap-3">
    <p className="font-semibold">
      {m.orders_refund_fallen({ percent: formatBps(settings.cancel.lossCapBps, language()) })}
    </p>
    <p>{m.orders_refund_fallen_text({ amount: money({ amount: sale, currency }) })}</p>
  </div>
)

type Props = {
  quote: CancelQuoteView
  over: boolean
  busy: boolean
  onOver: () => void
  onCancel: () => void
  onAgain: () => void
}

function Settlement({ quote, over, busy, onOver, onCancel, onAgain }: Props) {
  const { currency } = quote
  const back = money({ amount: quote.back, currency })
  return (
    <div className="grid gap-5">
      <Figures quote={quote} />
      <div>
        <p className="small mb-2 flex items-baseline justify-between gap-3">
          <span className="text-ink-2">{over ? m.orders_refund_over() : m.orders_refund_holds()}</span>
          {!over && <Countdown until={quote.expires_at} onEnd={onOver} className="font-semibold" />}
        </p>
        {!over && <CountdownBar until={quote.expires_at} totalSeconds={60} />}
      </div>
      {over ? (
        <Button size="l" onClick={onAgain}>
          {m.orders_refund_again()}
        </Button>
      ) : (
        <Button kind="danger" size="l" busy={busy} onClick={onCancel}>
          {m.orders_refund_cancel_confirm({ amount: back })}
        </Button>
      )}
    </div>
  )
}

const isNothing = (amount: string) => /^[0.]+$/.test(amount)

function Figures({ quote }: { quote: CancelQuoteView }) {
  const { currency } = quote
  const paid = [quote.goods, quote.delivery, quote.insurance, quote.tax].reduce(
    (sum, amount) => sum + minorOf(amount, currency),
    0n,
  )
  const rose = !isNothing(quote.gain)
  const rows: [string, string][] = [
    [m.orders_refund_ask_sold(), quote.ask_sold],
    rose ? [m.orders_refund_bid_now(), quote.bid_now] : [m.orders_refund_ask_now(), quote.ask_now],
    ...(isNothing(quote.kept) ? [] : [[m.orders_refund_again_costs(), quote.again] as [string, string]]),
  ]
  return (
    <>
      <dl className="kv small">
        <dt>{m.orders_refund_fine_weight()}</dt>
        <dd>{pieceWeight(quote.fine_weight)}</dd>
        {rows.map(([name, amount]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className="kv border-t border-line pt-4">
        <dt>{m.orders_refund_paid()}</dt>
        <dd>
          <Money amount={wireMoney(paid, currency)} currency={currency} />
        </dd>
        {!isNothing(quote.kept) && (
          <>
            <dt>{m.orders_refund_kept_fall()}</dt>
            <dd>
              <Money amount={`-${quote.kept}`} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      {isNothing(quote.kept) && <p className="small text-ink-2">{m.orders_refund_kept_none()}</p>}
      <dl className="kv border-t border-line pt-4 font-semibold">
        <dt className="!text-ink">{m.orders_refund_to_card()}</dt>
        <dd>
          <Money amount={quote.back} currency={currency} className="fig-m" />
        </dd>
        {rose && (
          <>
            <dt className="!text-ink">{m.orders_refund_to_cash()}</dt>
            <dd>
              <Money amount={quote.gain} currency={currency} className="fig-m" />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
