/** The price of gold on every page, always in view (design brief §8). */
import { useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Change, Clock, Moved, money, wayWords } from '../figures.tsx'
import { changeSinceClose, type LivePrice, sells } from '../price.ts'
import { PriceTag } from '../price-chip.tsx'
import { useLivePrice } from '../use-live-price.tsx'

export function PriceRail() {
  const price = useLivePrice()
  return (
    <section className="sticky top-0 z-20 border-b border-line bg-paper text-[13px]" aria-label={m.ui_price_rail()}>
      <div className="wrap flex h-10 items-center gap-2.5 whitespace-nowrap md:gap-[18px]">
        {price ? <Figures price={price} /> : <span className="text-ink-2">{m.ui_price_none()}</span>}
      </div>
      {price && <span className="rail-minute" data-state={price.state} aria-hidden="true" />}
      <Spoken price={price} />
    </section>
  )
}

function Figures({ price }: { price: LivePrice }) {
  const change = changeSinceClose(price)
  const gone = sells(price) ? '' : 'line-through decoration-1 text-ink-2'
  const { currency } = price
  return (
    <>
      <span className={`md:font-semibold ${price.state === 'live' ? '' : 'max-md:hidden'}`}>{m.ui_price_metal()}</span>
      <span>
        <span className="max-md:hidden">{m.ui_price_ask()} </span>
        <Moved amount={price.ask} currency={currency} className={`text-sm font-semibold ${gone}`} />
        <span className="text-ink-2">/g</span>
      </span>
      <span className="h-3.5 w-px bg-line max-md:hidden" />
      <span className="max-md:hidden">
        {m.ui_price_bid()} <Moved amount={price.bid} currency={currency} className={`text-sm font-semibold ${gone}`} />
        <span className="text-ink-2">/g</span>
      </span>
      {change && price.state === 'live' && (
        <>
          <span className="h-3.5 w-px bg-line max-lg:hidden" />
          <span className="max-lg:hidden">
            <Change change={change} currency={currency} />{' '}
            <span className="ml-2 text-ink-2">{m.ui_price_since_close()}</span>
          </span>
          <span className="max-[359px]:hidden lg:hidden">
            <Change change={change} currency={currency} amount={false} />
          </span>
        </>
      )}
      <span className="ml-auto flex items-center gap-[7px] text-ink-2">
        {price.state === 'live' ? (
          <>
            <span className="dot" data-state={price.state} />
            <span className="max-md:hidden">
              {m.ui_price_live()} · <Clock at={price.source_at} seconds />
            </span>
            <span className="md:hidden">
              <Clock at={price.source_at} />
            </span>
          </>
        ) : (
          <PriceTag price={price} />
        )}
      </span>
    </>
  )
}

const MINUTE_MS = 60_000

/** The one polite live region for prices: at most one sentence a minute, and only when something changed. */
function Spoken({ price }: { price: LivePrice | null }) {
  const latest = useRef(price)
  latest.current = price
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    const timer = setInterval(() => setSentence(latest.current ? sentenceOf(latest.current) : ''), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="sr-only" role="status" aria-live="polite">
      {sentence}
    </p>
  )
}

function sentenceOf(price: LivePrice): string {
  if (!sells(price)) return m.ui_price_not_live()
  const change = changeSinceClose(price)
  return m.ui_price_sentence({
    price: money({ amount: price.ask, currency: price.currency }),
    change: change ? wayWords(change) : '',
  })
}
