/** What is bought at which price, and how long that price stands. */
import type { ReactNode } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { Countdown, CountdownBar, useTimeLeft } from '../../ui/countdown.tsx'
import { Clock, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { GuaranteeView } from '../contract.ts'
import { AmountList, OrderLine } from './order-lines.tsx'
import { BuybackNow } from './order-worth.tsx'

const LAST_MINUTE_MS = 60_000

type Props = { guarantee: GuaranteeView; unsettled: boolean; children: ReactNode }

export function GuaranteePanel({ guarantee, unsettled, children }: Props) {
  const { created_at, expires_at, currency, total, lines } = guarantee
  const left = useTimeLeft(expires_at)
  const late = left !== null && left < LAST_MINUTE_MS
  const seconds = Math.max(1, Math.round((momentOf(expires_at) - momentOf(created_at)) / 1000))
  return (
    <section className="panel overflow-hidden lg:sticky lg:top-16" aria-label={m.orders_checkout_guarantee_label()}>
      <div className={`grid grid-cols-[1fr_auto] items-center gap-4 p-5 ${late ? 'bg-warn-soft' : 'bg-tile'}`}>
        <div>
          <h2 className="h3">{left === 0 ? m.orders_checkout_guarantee_over() : m.orders_checkout_guaranteed()}</h2>
          <p className={`small ${late ? 'text-warn' : 'text-ink-2'}`}>
            {m.orders_checkout_until()} <Clock at={expires_at} seconds />
          </p>
        </div>
        <Countdown
          key={expires_at}
          until={expires_at}
          className="text-[34px] leading-none font-medium tracking-[-0.03em]"
        />
      </div>
      <CountdownBar until={expires_at} totalSeconds={seconds} />
      <div className="p-5">
        <ul className="grid gap-4">
          {lines.map((line) => (
            <OrderLine key={line.sku_id} line={line} currency={currency} />
          ))}
        </ul>
        <hr className="rule my-4" />
        <AmountList
          amounts={guarantee}
          inGrams={!isNothing(guarantee.grams)}
          currency={currency}
          delivery={guarantee.delivery?.mode}
        />
        <hr className="rule my-4" />
        <p className="mb-4 flex items-baseline justify-between gap-3">
          <span className="font-semibold">{m.orders_total()}</span>
          <span
            className={`text-2xl font-semibold tracking-[-0.01em] whitespace-nowrap transition-opacity ${unsettled ? 'opacity-35' : ''}`}
            aria-busy={unsettled}
            aria-live="polite"
          >
            {money({ amount: total, currency })}
          </span>
        </p>
        {!isNothing(guarantee.grams) && (
          <p className="mb-4 flex items-baseline justify-between gap-3 rounded-control bg-tile p-3">
            <span>{m.orders_gold_paid()}</span>
            <span className="font-semibold whitespace-nowrap">{formatGrams(guarantee.grams, language())}</span>
          </p>
        )}
        {children}
        <BuybackNow amounts={guarantee} currency={currency} />
        <p className="fine mt-4 text-ink-2">{m.orders_checkout_better_note()}</p>
      </div>
    </section>
  )
}
