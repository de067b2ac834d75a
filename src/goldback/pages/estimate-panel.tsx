/** What the chosen pieces bring and what may change it, then the held price, the sentence and the signature. */
import { Fragment } from 'react'
import { Link } from 'react-router'
import { SignaturePadField } from '../../kyc/pages/signature-pad-field.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal, weight, weightText } from '../../money/money.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown, useTimeLeft } from '../../ui/countdown.tsx'
import { BigMoney, Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import type { GoldBackQuoteView } from '../contract.ts'
import { FixedUntil } from './case-parts.tsx'
import { COURIER, type Consigning, consignWords } from './use-consigning.ts'

const units = (grams: string) => parseDecimal(grams, 4) ?? 0n
const shownGrams = (of: bigint) => formatGrams(weightText(weight(of)), language())

export function EstimatePanel({ consigning }: { consigning: Consigning }) {
  const { quote, count, of, titled, refused } = consigning
  return (
    <section className="panel overflow-hidden" aria-labelledby="estimate">
      <div className="bg-tile p-5">
        <h2 className="h3" id="estimate">
          {m.goldback_estimate()}
        </h2>
        <p className="small text-ink-2">
          {count === 0
            ? chooseFirst[of]()
            : of === 'titled'
              ? m.goldback_titled_chosen({ serial: titled.trim() })
              : m.goldback_chosen({ count, grams: shownGrams(consigning.fine) })}
        </p>
      </div>
      <div className="grid gap-4 p-5">
        {quote ? <Signing consigning={consigning} quote={quote} /> : <Estimate consigning={consigning} />}
        {refused && <ErrorState title={refused} text={m.goldback_nothing_signed()} />}
      </div>
    </section>
  )
}

function Estimate({ consigning }: { consigning: Consigning }) {
  const { own, fine, amount, currency, price, count, of, busy, hold, place } = consigning
  return (
    <>
      {count > 0 && of !== 'titled' && amount !== null && price && (
        <>
          <BigMoney amount={amount} currency={currency} size="fig-l" />
          <dl className="kv small">
            <dt>{m.goldback_times({ grams: shownGrams(fine), price: money({ amount: price.bid, currency }) })}</dt>
            <dd>{money({ amount, currency })}</dd>
            <dt>{place === COURIER ? m.goldback_collect_self() : m.goldback_bring_self()}</dt>
            <dd>{money({ amount: '0', currency })}</dd>
          </dl>
        </>
      )}
      {of === 'own' ? <Changes consigning={consigning} fine={fine} /> : <OpenChanges of={of} />}
      {own.may_consign ? (
        <Button size="l" className="w-full" busy={busy} disabled={count === 0} onClick={hold}>
          {(of === 'own' ? m.goldback_to_sign : m.goldback_to_sign_open)()}
        </Button>
      ) : (
        <p className="small">
          {m.goldback_verify()}{' '}
          <Link to="/user/kyc/kyc" className="link">
            {m.goldback_verify_to()}
          </Link>
        </p>
      )}
    </>
  )
}

/** What the estimate depends on, said before anything is signed. */
function Changes({ consigning: { own }, fine }: { consigning: Consigning; fine: bigint }) {
  const { limit, taken, days, again_from } = own.fixed
  const fits = again_from === null && units(taken) + fine <= units(limit)
  const grams = { limit: formatGrams(limit, language()) }
  return (
    <div className="border-t border-line pt-4">
      <h3 className="small font-semibold">{m.goldback_changes()}</h3>
      <dl className="small mt-2 grid grid-cols-[6rem_1fr] gap-x-3 gap-y-2">
        <dt className="font-medium">{m.goldback_weight()}</dt>
        <dd className="text-ink-2">{m.goldback_weight_text()}</dd>
        <dt className="font-medium">{m.goldback_fineness()}</dt>
        <dd className="text-ink-2">{m.goldback_fineness_text()}</dd>
        <dt className="font-medium">{m.goldback_time()}</dt>
        <dd className="text-ink-2">
          {again_from ? (
            <>
              {m.goldback_time_stayed_away()} <Moment at={again_from} />
            </>
          ) : fits ? (
            m.goldback_time_fixed({ days })
          ) : (
            m.goldback_time_open(grams)
          )}
        </dd>
        <dt className="font-medium">{m.goldback_serial()}</dt>
        <dd className="text-ink-2">{m.goldback_serial_text()}</dd>
      </dl>
    </div>
  )
}

const chooseFirst = {
  own: m.goldback_choose_first,
  titled: m.goldback_titled_choose_first,
  other: m.goldback_other_choose_first,
}

const OpenChanges = ({ of }: { of: 'titled' | 'other' }) => (
  <div className="border-t border-line pt-4">
    <h3 className="small font-semibold">{m.goldback_changes()}</h3>
    <dl className="small mt-2 grid grid-cols-[6rem_1fr] gap-x-3 gap-y-2">
      {[
        [m.goldback_weight(), (of === 'other' ? m.goldback_other_weight_text : m.goldback_titled_weight_text)()],
        [m.goldback_fineness(), m.goldback_other_fineness_text()],
        [m.goldback_time(), (of === 'other' ? m.goldback_other_time_text : m.goldback_titled_time_text)()],
        [m.goldback_other_title(), (of === 'other' ? m.goldback_other_title_text : m.goldback_titled_title_text)()],
      ].map(([name, text]) => (
        <Fragment key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-2">{text}</dd>
        </Fragment>
      ))}
    </dl>
  </div>
)

function Signing({ consigning, quote }: { consigning: Consigning; quote: GoldBackQuoteView }) {
  const { hold, dropQuote, sign, busy, payee, inGrams, of } = consigning
  const { amount, currency, price, weight: grams, expires_at, fixed_until } = quote
  const over = useTimeLeft(expires_at) === 0
  if (over)
    return (
      <>
        <p role="status" className="small rounded-control bg-warn-soft p-3">
          {m.goldback_price_over()}
        </p>
        <Button size="l" className="w-full" busy={busy} onClick={hold}>
          {m.goldback_again()}
        </Button>
      </>
    )
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        {inGrams ? (
          <p className="fig-l">{formatGrams(grams, language())}</p>
        ) : (
          <BigMoney amount={amount} currency={currency} size="fig-l" />
        )}
        <Countdown until={expires_at} className="text-xl font-medium" />
      </div>
      <dl className="kv small">
        <dt>
          {m.goldback_times({ grams: formatGrams(grams, language()), price: money({ amount: price, currency }) })}
        </dt>
        <dd>{money({ amount, currency })}</dd>
        <dt>{m.goldback_paid_to_short()}</dt>
        <dd>{payee}</dd>
        {fixed_until && <FixedUntil at={fixed_until} />}
      </dl>
      <p className="small rounded-control bg-tile p-3">{consignWords(quote, { inGrams, of })}</p>
      {fixed_until && <p className="fine text-ink-2">{m.goldback_fixed_binds()}</p>}
      <SignaturePadField busy={busy} onUse={sign} />
      <Button kind="quiet" onClick={dropQuote}>
        {m.goldback_back()}
      </Button>
    </>
  )
}
