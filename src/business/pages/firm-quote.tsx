/** The desk's quote: opened by the member, priced at that moment, accepted with the PIN before its time is over. */
import { useState } from 'react'
import { SignaturePadField } from '../../kyc/pages/signature-pad-field.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown, CountdownBar, useTimeLeft } from '../../ui/countdown.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { Accepts, Since } from '../../vault/pages/held-price-notes.tsx'
import { ReceiptLink } from '../../vault/pages/receipt-link.tsx'
import type { BusinessRequestView } from '../contract.ts'
import { AgreedPanel } from './agreed-panel.tsx'
import { buyerWords, taxWords } from './business-words.ts'
import { ContractLink } from './contract-link.tsx'
import { useFirmQuote } from './use-firm-quote.ts'

type Props = {
  request: BusinessRequestView
  onChanged: (request: BusinessRequestView) => void
  reload: () => Promise<void>
}

export function FirmQuote(props: Props) {
  const { settled, agreed, offer, state } = props.request
  if (agreed && !settled) return <AgreedPanel {...props} agreed={agreed} />
  if (settled) return <Settled request={props.request} settled={settled} />
  if (state !== 'quoted' || !offer) return null
  return <Offered {...props} offer={offer} />
}

type OfferedProps = Props & { offer: NonNullable<BusinessRequestView['offer']> }

function Offered({ request, offer, ...then }: OfferedProps) {
  const { price } = request
  const words = { spread: formatBps(offer.bps, language()), seconds: settings.business.quoteSeconds }
  const { busy, refused, ended, open, accept } = useFirmQuote({ request, ...then })
  return (
    <section className="panel max-w-[560px] self-start overflow-hidden" aria-labelledby="quote">
      {price && !ended ? (
        <Price key={price.quote_id} request={request} price={price} busy={busy} open={open} accept={accept} />
      ) : (
        <div className="grid gap-4 p-5">
          <h2 className="h3" id="quote">
            {m.business_quote()}
          </h2>
          <p>{request.side === 'buy' ? m.business_quote_text_buy(words) : m.business_quote_text_sell(words)}</p>
          <Terms offer={offer} />
          <OpenButton request={request} busy={busy} open={open} again={false} />
        </div>
      )}
      {refused && (
        <div className="px-5 pb-5">
          <ErrorState title={refused} text={m.business_nothing_moved()} />
        </div>
      )}
    </section>
  )
}

const Terms = ({ offer }: Pick<OfferedProps, 'offer'>) => (
  <>
    <dl className="kv small">
      <dt>{m.business_quote_until()}</dt>
      <dd>
        <Moment at={offer.valid_until} />
      </dd>
      <dt>{m.business_buyer_kind()}</dt>
      <dd>{buyerWords[offer.buyer_kind]()}</dd>
    </dl>
    {offer.words && <p className="small break-words whitespace-pre-line">“{offer.words}”</p>}
  </>
)

type ButtonProps = { request: BusinessRequestView; busy: boolean; open: () => void; again: boolean }

function OpenButton({ request: { offer }, busy, open, again }: ButtonProps) {
  const left = offer?.openings_left ?? 0
  if (left === 0) return <p className="small text-warn">{m.business_openings_used()}</p>
  return (
    <>
      <Button size="l" className="w-full" busy={busy} onClick={open}>
        {again ? m.business_open_again() : m.business_open()}
      </Button>
      <p className="fine text-ink-2">{m.business_openings_left({ n: left })}</p>
    </>
  )
}

type PriceProps = {
  request: BusinessRequestView
  price: NonNullable<BusinessRequestView['price']>
  busy: boolean
  open: () => void
  accept: (drawn: File, withDeposit: boolean) => void
}

function Price({ request, price, busy, open, accept }: PriceProps) {
  const { currency, side, last_price: before } = request
  const over = useTimeLeft(price.expires_at) === 0
  const [later, setLater] = useState(false)
  return (
    <>
      <div className={`flex items-center justify-between gap-4 p-5 ${over ? 'bg-warn-soft' : 'bg-tile'}`}>
        <h2 className="h3" id="quote">
          {over ? m.business_price_over() : m.business_price_held()}
        </h2>
        {!over && (
          <Countdown until={price.expires_at} className="text-2xl leading-none font-medium tracking-[-0.02em]" />
        )}
      </div>
      {!over && <CountdownBar until={price.expires_at} totalSeconds={settings.business.quoteSeconds} />}
      <div className="grid gap-4 p-5">
        {before !== null && !over && <Since before={before} now={price.price} currency={currency} />}
        <Figures figures={price} currency={currency} side={side} struck={over} />
        <p className="small text-ink-2">{taxWords[price.tax_reason]()}</p>
        {over ? (
          <OpenButton request={request} busy={busy} open={open} again />
        ) : (
          <div className="grid gap-3 border-t border-line pt-4">
            {price.deposit && (
              <div className="grid gap-1">
                <Checkbox
                  label={m.business_pay_later()}
                  checked={later}
                  onChange={({ currentTarget }) => setLater(currentTarget.checked)}
                />
                <p className="fine text-ink-2">
                  {m.business_pay_later_text({
                    deposit: money({ amount: price.deposit, currency }),
                    days: settings.business.payDays,
                  })}
                </p>
              </div>
            )}
            <h3 className="small font-semibold">{m.business_sign()}</h3>
            <p className="small text-ink-2">{m.business_sign_text()}</p>
            <SignaturePadField busy={busy} onUse={(drawn) => accept(drawn, later)} />
          </div>
        )}
        {!over && price.agreement_version && <Accepts version={price.agreement_version} />}
      </div>
    </>
  )
}

type FiguresProps = {
  figures: Record<'price' | 'amount' | 'tax' | 'total', string>
  currency: string
  side: BusinessRequestView['side']
  struck?: boolean
}

function Figures({ figures, currency, side, struck = false }: FiguresProps) {
  const inMoney = (amount: string) => money({ amount, currency })
  return (
    <dl className={`kv small ${struck ? 'line-through' : ''}`}>
      <dt>{m.business_per_gram()}</dt>
      <dd>{inMoney(figures.price)}</dd>
      <dt>{m.business_gold()}</dt>
      <dd>{inMoney(figures.amount)}</dd>
      <dt>{m.business_tax()}</dt>
      <dd>{inMoney(figures.tax)}</dd>
      <dt className="font-semibold !text-ink">{side === 'buy' ? m.business_you_pay() : m.business_you_receive()}</dt>
      <dd className="font-semibold">{inMoney(figures.total)}</dd>
    </dl>
  )
}

type SettledProps = { request: BusinessRequestView; settled: NonNullable<BusinessRequestView['settled']> }

const Settled = ({ request: { currency, side, request_id, contract }, settled }: SettledProps) => (
  <section className="panel grid max-w-[560px] gap-4 p-5" aria-labelledby="quote">
    <h2 className="h3" id="quote">
      {m.business_settled({ number: settled.trade_number })}
    </h2>
    <Figures figures={settled} currency={currency} side={side} />
    <div className="flex flex-wrap gap-3">
      {contract && <ContractLink of={request_id} />}
      <ReceiptLink of={settled.trade_id} kind="ghost" />
    </div>
  </section>
)
