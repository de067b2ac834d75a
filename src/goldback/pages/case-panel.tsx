/** What a case comes to and what its member does next: bring it, answer, collect it, or nothing. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { BigMoney, Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { FixedUntil, payeeWords } from './case-parts.tsx'
import { type OfCase, useCaseCall } from './use-case-call.ts'

type Props = OfCase

export function CasePanel(props: Props) {
  const { one } = props
  const { state, currency, amount, offer, bid, point, fixed_until, answer_until } = one
  return (
    <section className="panel overflow-hidden" aria-labelledby="sum">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 bg-tile p-5">
        <div>
          <h2 className="h3" id="sum">
            {offer === null ? m.goldback_estimate() : m.goldback_offer()}
          </h2>
          {state === 'counter_offer' && answer_until && (
            <p className="small text-ink-2">
              {m.goldback_answer_before()} <Moment at={answer_until} />
            </p>
          )}
        </div>
        {state === 'counter_offer' && answer_until && <Countdown until={answer_until} className="font-semibold" />}
      </div>
      <div className="grid gap-4 p-5">
        {one.paid_in === 'grams' ? (
          <p className="fig-l">{figuresOf(one).grams}</p>
        ) : (
          <BigMoney amount={amount} currency={currency} size="fig-l" />
        )}
        <dl className="kv small">
          <dt>{m.goldback_paid_to_short()}</dt>
          <dd>{payeeWords(one)}</dd>
          <dt>{m.goldback_bid_now()}</dt>
          <dd>{money({ amount: bid, currency })}</dd>
          {one.collection?.scanned_at && (
            <>
              <dt>{m.goldback_first_scan()}</dt>
              <dd>
                <Moment at={one.collection.scanned_at} />
              </dd>
            </>
          )}
          {state === 'booked' && fixed_until && <FixedUntil at={fixed_until} />}
        </dl>
        {one.collection && <Collection one={one} collection={one.collection} />}
        {state === 'booked' && point && <p className="small">{m.goldback_bring({ ...point })}</p>}
        {state === 'rejected' && point && <p className="small">{m.goldback_collect({ place: point.name })}</p>}
        {one.title === 'asked' && !['cancelled', 'lapsed'].includes(state) && (
          <p className="small">{m.goldback_title_asked()}</p>
        )}
        {state === 'retained' && <p className="small">{m.goldback_retained()}</p>}
        {state === 'booked' && <TakeBack {...props} />}
        {one.paid_in === 'grams' && state === 'accepted' && <TakeMoney {...props} />}
        {state === 'counter_offer' && <Answering {...props} />}
      </div>
    </section>
  )
}

function TakeBack(props: Props) {
  const send = useAttempt()
  const { busy, refused, run } = useCaseCall(props)
  const [open, setOpen] = useState(false)
  const { case_id, fixed_until } = props.one
  const takeBack = () =>
    run(async () => {
      const answer = await send<GoldBackCaseView>('/trade/goldBack_cancel', { case_id }, { beside: true })
      setOpen(false)
      return answer
    })
  return (
    <>
      <Button kind="ghost" className="w-full" onClick={() => setOpen(true)}>
        {m.goldback_cancel()}
      </Button>
      {refused && <ErrorState title={refused} text={m.goldback_nothing_changed()} />}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.goldback_cancel_title()}
        text={fixed_until ? m.goldback_cancel_fixed() : m.goldback_cancel_text()}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {m.goldback_keep()}
          </Button>
          <Button busy={busy} onClick={takeBack}>
            {m.goldback_cancel()}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

type Collected = { one: GoldBackCaseView; collection: NonNullable<GoldBackCaseView['collection']> }

/** What the member does for the courier, and where the parcel is. */
function Collection({ one: { state, case_id }, collection: { recipient, address, carrier, tracking } }: Collected) {
  if (state === 'rejected' && address) return <p className="small">{m.goldback_comes_back({ address })}</p>
  if (state === 'collected' && carrier && tracking)
    return <p className="small">{m.goldback_on_its_way({ carrier, tracking })}</p>
  if (state !== 'booked' || !recipient || !address) return null
  return (
    <>
      <p className="small">{m.goldback_to_collect({ recipient, address })}</p>
      <div>
        <h3 className="small font-semibold">{m.goldback_pack()}</h3>
        <ol className="small mt-1 grid list-decimal gap-1 pl-5 text-ink-2">
          {[m.goldback_pack_1(), m.goldback_pack_2(), m.goldback_pack_3(), m.goldback_pack_4()].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <DownloadButton path="/trade/goldBack_label" query={{ case_id }} name={m.goldback_label()} />
    </>
  )
}

const figuresOf = ({ amount, currency, offer_weight, weight }: GoldBackCaseView) => ({
  amount: money({ amount, currency }),
  grams: formatGrams(offer_weight ?? weight, language()),
})

/** Grams may not fit when they are paid, or are wanted no longer. */
function TakeMoney(props: Props) {
  const send = useAttempt()
  const { busy, refused, run } = useCaseCall(props)
  const { case_id } = props.one
  const takeMoney = () =>
    run(async () => {
      const answer = await askPin({
        ...{ title: m.vault_pin_title(), lines: [], toldBehind: true },
        text: m.goldback_take_money_text(figuresOf(props.one)),
        action: m.goldback_take_money(),
        submit: (pin) => send<GoldBackCaseView>('/trade/goldBack_takeMoney', { case_id, pin }, { beside: true }),
      })
      if (answer?.status === 'success') toastDone(m.goldback_take_money_done())
      return answer
    })
  return (
    <>
      <Button kind="quiet" className="w-full" busy={busy} onClick={takeMoney}>
        {m.goldback_take_money()}
      </Button>
      {refused && <ErrorState title={refused} text={m.goldback_nothing_changed()} />}
    </>
  )
}

function Answering(props: Props) {
  const send = useAttempt()
  const { busy, refused, run } = useCaseCall(props)
  const { case_id, kind, account, paid_in } = props.one
  const { amount, grams } = figuresOf(props.one)
  const payee = account ? payeeWords(props.one) : m.goldback_your_cash()
  const inMoney = kind === 'other' ? m.goldback_answer_sentence_other : m.goldback_answer_sentence
  const sentence =
    paid_in === 'grams' ? m.goldback_answer_sentence_grams({ grams }) : inMoney({ amount, account: payee })
  const answer = (accept: boolean) =>
    run(() =>
      askPin({
        ...{ title: m.vault_pin_title(), lines: [], toldBehind: true },
        text: accept ? sentence : m.goldback_want_back_text(),
        action: accept ? m.goldback_accept({ amount }) : m.goldback_want_back(),
        submit: (pin) => send<GoldBackCaseView>('/trade/goldBack_answer', { case_id, accept, pin }, { beside: true }),
      }),
    )
  return (
    <>
      <p className="small rounded-control bg-tile p-3">{sentence}</p>
      <Button size="l" className="w-full" busy={busy} onClick={() => answer(true)}>
        {m.goldback_accept({ amount })}
      </Button>
      <Button kind="ghost" className="w-full" busy={busy} onClick={() => answer(false)}>
        {m.goldback_want_back()}
      </Button>
      {refused && <ErrorState title={refused} text={m.goldback_nothing_changed()} />}
      <p className="fine text-ink-2">{m.goldback_no_answer()}</p>
    </>
  )
}
