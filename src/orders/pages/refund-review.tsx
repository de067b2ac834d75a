/** Money that does not fit its order: the member chooses between the order at the price now and the money back. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import { Countdown, CountdownBar } from '../../ui/countdown.tsx'
import { Moment, Money, money } from '../../ui/figures.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { RefundStatusView, ReviewQuoteView } from '../refunds/refund-contract.ts'

const isNothing = (amount: string) => /^[0.]+$/.test(amount)

export function RefundReview({ status }: { status: RefundStatusView }) {
  const { review, order_id } = status
  const choice = useChoice(order_id)
  if (!review) return null
  return (
    <section className="mt-6 grid gap-4 rounded-panel bg-warn-soft p-5" aria-label={m.orders_refund_review_title()}>
      <div>
        <h2 className="h3">{m.orders_refund_review_title()}</h2>
        <p className="mt-1">{m.orders_refund_review_text()}</p>
        {review.received.map((one) => (
          <p key={one.currency + one.amount} className="mt-2 font-semibold">
            {m.orders_refund_review_received({ amount: money(one) })}
          </p>
        ))}
        <p className="small mt-1 text-ink-2">
          {m.orders_refund_review_until()} <Moment at={review.until} />
        </p>
      </div>
      {choice.quote && <AtPriceNow quote={choice.quote} choice={choice} />}
      {choice.trouble && <p role="alert">{choice.trouble}</p>}
      <div className="flex flex-wrap gap-3">
        {!choice.quote && (
          <Button busy={choice.busy} onClick={() => void choice.look()}>
            {m.orders_refund_review_see()}
          </Button>
        )}
        <Button kind="ghost" busy={choice.busy} onClick={() => void choice.takeBack()}>
          {m.orders_refund_review_return()}
        </Button>
      </div>
    </section>
  )
}

function useChoice(order_id: string) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [quote, setQuote] = useState<ReviewQuoteView>()

  async function acting(act: () => Promise<void>) {
    setBusy(true)
    setTrouble(undefined)
    await act().catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.error === 'quote_expired') setOver(true)
    })
    setBusy(false)
  }
  const look = () =>
    acting(async () => {
      const answer = await post<ReviewQuoteView>('/order/review_quote', { order_id })
      if (answer.status !== 'success') return setTrouble(answer.message)
      learnServerTime(momentOf(answer.data.server_time))
      setOver(false)
      setQuote(answer.data)
    })
  const honour = () =>
    acting(async () => {
      await dataOf(
        send('/order/review_choose', { order_id, choice: 'honour', quote_id: quote?.quote_id }, { loading: true }),
      )
      toastDone(m.orders_refund_review_honoured())
      await revalidate()
    })
  async function takeBack() {
    const yes = await ask({
      title: m.orders_refund_review_return_title(),
      text: m.orders_refund_review_return_text(),
      confirm: m.orders_refund_review_return(),
      cancel: m.orders_refund_review_keep(),
    })
    if (!yes) return
    await acting(async () => {
      await dataOf(send('/order/review_choose', { order_id, choice: 'refund' }, { loading: true }))
      toastDone(m.orders_refund_review_returned())
      await revalidate()
    })
  }
  return { busy, over, quote, trouble, look, honour, takeBack, end: () => setOver(true) }
}

function AtPriceNow({ quote, choice }: { quote: ReviewQuoteView; choice: ReturnType<typeof useChoice> }) {
  const { currency } = quote
  const rows: [string, string][] = [
    [m.orders_refund_review_old(), quote.old_total],
    [m.orders_refund_review_now(), quote.total],
    ...(isNothing(quote.excess) ? [] : ([[m.orders_refund_review_excess(), quote.excess]] as [string, string][])),
  ]
  return (
    <div className="grid max-w-[560px] gap-4 border-t border-line-strong pt-4">
      <dl className="kv">
        {rows.map(([name, amount]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {!isNothing(quote.short) ? (
        <p role="status">{m.orders_refund_review_short({ amount: money({ amount: quote.short, currency }) })}</p>
      ) : choice.over ? (
        <>
          <p role="status">{m.orders_refund_over()}</p>
          <Button busy={choice.busy} onClick={() => void choice.look()}>
            {m.orders_refund_again()}
          </Button>
        </>
      ) : (
        <>
          <div>
            <p className="small mb-2 flex items-baseline justify-between gap-3">
              <span className="text-ink-2">{m.orders_refund_holds()}</span>
              <Countdown key={quote.quote_id} until={quote.expires_at} onEnd={choice.end} className="font-semibold" />
            </p>
            <CountdownBar until={quote.expires_at} totalSeconds={60} />
          </div>
          <Button busy={choice.busy} onClick={() => void choice.honour()}>
            {m.orders_refund_review_honour({ amount: money({ amount: quote.total, currency }) })}
          </Button>
        </>
      )}
    </div>
  )
}
