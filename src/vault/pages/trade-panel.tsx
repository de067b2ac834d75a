/** The price beside the form: as it moves until it is held, then with its countdown, and the one button that leads on. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { decimal, parseDecimal, type Weight, weight } from '../../money/money.ts'
import { buybackOf } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown, CountdownBar, useTimeLeft } from '../../ui/countdown.tsx'
import { Moved, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { type LivePrice, ratesOf, sells, wireMoney } from '../../ui/price.ts'
import type { TradeQuoteView } from '../contract.ts'
import { priceOf, type Side } from '../trade-rules.ts'
import { Accepts, Since } from './held-price-notes.tsx'
import { vaultPlaces } from './trade-places.ts'
import type { useTrade } from './use-trade.ts'

type Trade = ReturnType<typeof useTrade>

export function TradePanel({ trade }: { trade: Trade }) {
  const { quote } = trade
  return quote ? <Held key={quote.quote_id} trade={trade} quote={quote} /> : <Now trade={trade} />
}

function Now({ trade }: { trade: Trade }) {
  const { side, currency, price, form, busy, hold, way } = trade
  const rates = price && ratesOf(price)
  const figures = form.figuresAt(rates)
  return (
    <section className="panel grid gap-4 p-5" aria-labelledby="price">
      <h2 className="h3" id="price">
        {m.vault_price_now()}
      </h2>
      {price && rates && (
        <dl className="kv small">
          <dt>{m.vault_per_gram()}</dt>
          <dd>
            <Moved amount={wireMoney(priceOf(side, rates), currency)} currency={currency} />
          </dd>
          {figures && (
            <Rows
              side={side}
              currency={currency}
              grams={figures.weight}
              amount={wireMoney(figures.amount, currency)}
              worth={wireMoney(buybackOf(figures.weight, rates.bid), currency)}
            />
          )}
        </dl>
      )}
      <MarketNote price={price} />
      <Button size="l" className="w-full" busy={busy} onClick={hold}>
        {way
          ? m.vault_lock_minutes({ minutes: settings.trade.outsideSeconds / 60 })
          : m.vault_lock({ seconds: settings.trade.quoteSeconds })}
      </Button>
      <p className="fine text-ink-2">{m.vault_lock_text()}</p>
      <Link to={vaultPlaces.limits} className="link small min-h-11 justify-self-start">
        {m.vault_limit_link()}
      </Link>
      {side === 'buy' && (
        <p className="fine text-ink-2">
          {m.vault_buy_title()}{' '}
          <Link to="/home/custody" className="link">
            {m.home_custody_title()}
          </Link>
        </p>
      )}
      {side === 'buy' && (
        <Link to={vaultPlaces.plans} className="link small">
          {m.vault_buy_regularly()}
        </Link>
      )}
    </section>
  )
}

const MarketNote = ({ price }: { price: LivePrice | null }) => {
  if (price?.state === 'closed') return <p className="small text-warn">{m.vault_closed_market()}</p>
  return price && sells(price) ? null : <p className="small text-warn">{m.vault_no_price()}</p>
}

function Held({ trade, quote }: { trade: Trade; quote: TradeQuoteView }) {
  const { side, currency, before, ended, busy, hold, confirm, way, mayConfirm } = trade
  const { expires_at, price } = quote
  const over = useTimeLeft(expires_at) === 0 || ended
  return (
    <section className="panel overflow-hidden" aria-labelledby="price">
      <div className={`flex items-center justify-between gap-4 p-5 ${over ? 'bg-warn-soft' : 'bg-tile'}`}>
        <h2 className="h3" id="price">
          {over ? m.vault_price_over() : m.vault_price_held()}
        </h2>
        {!over && <Countdown until={expires_at} className="text-2xl leading-none font-medium tracking-[-0.02em]" />}
      </div>
      {!over && (
        <CountdownBar
          until={expires_at}
          totalSeconds={way ? settings.trade.outsideSeconds : settings.trade.quoteSeconds}
        />
      )}
      <div className="grid gap-4 p-5">
        {before !== null && !over && <Since before={before} now={price} currency={currency} />}
        <dl className={`kv small ${over ? 'line-through' : ''}`}>
          <dt>{m.vault_per_gram()}</dt>
          <dd>{money({ amount: price, currency })}</dd>
          <Rows
            side={side}
            currency={currency}
            grams={weight(parseDecimal(quote.weight, 4) ?? 0n)}
            amount={quote.amount}
            worth={quote.worth_at_bid}
          />
        </dl>
        {over ? (
          <Button size="l" className="w-full" busy={busy} onClick={hold}>
            {m.vault_lock_again()}
          </Button>
        ) : (
          <Button size="l" className="w-full" busy={busy} disabled={!mayConfirm} onClick={() => confirm(quote)}>
            {m.vault_to_pin()}
          </Button>
        )}
        {!over && quote.agreement_version && <Accepts version={quote.agreement_version} />}
        <p className="fine text-ink-2">{over ? m.vault_over_text() : m.vault_better_note()}</p>
      </div>
    </section>
  )
}

type RowsProps = { side: Side; currency: string; grams: Weight; amount: string; worth: string }

function Rows({ side, currency, grams, amount, worth }: RowsProps) {
  const inMoney = (text: string) => money({ amount: text, currency })
  const row = (name: string, value: ReactNode, strong = '') => (
    <>
      <dt className={strong}>{name}</dt>
      <dd className={strong}>{value}</dd>
    </>
  )
  return (
    <>
      {row(side === 'buy' ? m.vault_gold_got() : m.vault_gold_given(), formatGrams(decimal(grams, 4), language()))}
      {row(m.vault_fee(), inMoney('0'))}
      {row(side === 'buy' ? m.vault_you_pay() : m.vault_you_receive(), inMoney(amount), 'font-semibold !text-ink')}
      {side === 'buy' && row(m.vault_if_sold(), inMoney(worth))}
    </>
  )
}
