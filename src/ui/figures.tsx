/** Figures as every page writes them, in the language of the page. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { momentOf } from './clock.ts'
import {
  formatBps,
  formatClock,
  formatDecimal,
  formatGrams,
  formatMoment,
  formatMoney,
  formatPieceWeight,
  formatSignedMoney,
  symbolOf,
} from './format.ts'
import { ChangeArrow } from './icon.tsx'
import { language } from './language.ts'
import { minorOf, type PriceChange, wireMoney } from './price.ts'
import { useShell } from './shell-data.ts'

type Amount = { amount: string; currency: string }

export const money = ({ amount, currency }: Amount): string => formatMoney(amount, currency, language())

/** Never wrapped, never cut. */
export const Money = ({ amount, currency, className = '' }: Amount & { className?: string }) => (
  <span className={`whitespace-nowrap ${className}`}>{money({ amount, currency })}</span>
)

/** The large form: the currency raised beside the figure. `size` is the figure's role in the type scale. */
export function BigMoney({ amount, currency, size }: Amount & { size: 'fig-xl' | 'fig-l' }) {
  const digits = formatDecimal(amount.replace(/^-/, ''), language())
  return (
    <Moved amount={amount} currency={currency} className={size}>
      <span className="cur">{(amount.startsWith('-') ? '−' : '') + symbolOf(currency)}</span>
      {digits}
    </Moved>
  )
}

/** Its own box is tinted for a moment when the amount changes; the digits stand still. */
export function Moved({
  amount,
  currency,
  className = '',
  children,
}: Amount & { className?: string; children?: React.ReactNode }) {
  const before = useRef(amount)
  const [moved, setMoved] = useState<{ way: 'up' | 'down'; at: number } | null>(null)
  useEffect(() => {
    if (before.current === amount) return
    const rose = minorOf(amount, currency) > minorOf(before.current, currency)
    before.current = amount
    setMoved((last) => ({ way: rose ? 'up' : 'down', at: (last?.at ?? 0) + 1 }))
  }, [amount, currency])
  return (
    <span key={moved?.at} className={`moved inline-block whitespace-nowrap ${className}`} data-moved={moved?.way}>
      {children ?? money({ amount, currency })}
    </span>
  )
}

/** Four places, as balances and trades are written. */
export const Grams = ({ weight }: { weight: string }) => (
  <span className="whitespace-nowrap">{formatGrams(weight, language())}</span>
)

export const pieceWeight = (weight: string): string => formatPieceWeight(weight, language())

/** Arrow, sign, amount and percent; the words say the way too, so colour is never alone. */
export function Change({
  change,
  currency,
  amount = true,
}: {
  change: PriceChange
  currency: string
  amount?: boolean
}) {
  const percent = formatBps(change.bps, language(), { sign: true })
  if (change.way === 'flat') return <span className="change">– {formatBps(0, language())}</span>
  const wire = wireMoney(change.amount, currency)
  return (
    <span className="change" data-way={change.way}>
      <span className="sr-only">{wayWords(change)}</span>
      <ChangeArrow falling={change.way === 'down'} />
      <span aria-hidden="true">
        {amount ? `${formatSignedMoney(wire, currency, language())} (${percent})` : percent}
      </span>
    </span>
  )
}

/** "naik 0,60 persen", for those who listen. */
export function wayWords({ way, bps }: PriceChange): string {
  const percent = formatBps(Math.abs(bps), language()).replace('%', '')
  if (way === 'flat') return m.ui_price_flat()
  return way === 'up' ? m.ui_price_up({ percent }) : m.ui_price_down({ percent })
}

/** "20 Nov 2026, 14.32 WIB", in the store's zone. */
export function Moment({ at }: { at: string }) {
  const { store } = useShell()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatMoment(momentOf(at), store.time_zone, language())}
    </time>
  )
}

/** "14.32.08 WIB". */
export function Clock({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const { store } = useShell()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatClock(momentOf(at), store.time_zone, language(), { seconds })}
    </time>
  )
}
