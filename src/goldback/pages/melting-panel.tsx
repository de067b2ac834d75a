/** What the house asks before it melts anything, in plain words: read, signed or declined, taken back; and what was lost. */
import { Fragment, useState } from 'react'
import { SignaturePadField } from '../../kyc/pages/signature-pad-field.tsx'
import { inBase64 } from '../../kyc/pages/signature-text.ts'
import * as m from '../../locale/paraglide/messages.js'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/figures.tsx'
import { formatFineness, formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { GoldBackCaseView } from '../contract.ts'
import type { MeltingView } from '../melting/contract.ts'
import { fineChange } from './melting-words.ts'
import { type OfCase, useCaseCall } from './use-case-call.ts'

type Melting = OfCase & { melting: MeltingView }

const grams = (weight: string) => formatGrams(weight, language())
const fineness = (parts: number) => formatFineness(parts, language())

const titles = {
  asked: m.goldback_melting_asks,
  consented: m.goldback_melting_agreed,
  started: m.goldback_melting_under_way,
  melted: m.goldback_melting_done,
}

export function MeltingPanel(props: OfCase) {
  const [melting] = props.one.meltings
  if (!melting) return null
  const { state, answer_until: until } = melting
  if (state === 'declined' || state === 'lapsed' || state === 'withdrawn') return null
  return (
    <section className="panel overflow-hidden" aria-labelledby="melting">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 bg-tile p-5">
        <div>
          <h2 className="h3" id="melting">
            {titles[state]()}
          </h2>
          {state === 'asked' && (
            <p className="small text-ink-2">
              {m.goldback_melting_before()} <Moment at={until} />
            </p>
          )}
        </div>
        {state === 'asked' && <Countdown until={until} className="font-semibold" />}
      </div>
      <div className="grid gap-4 p-5">
        {state === 'melted' ? <Result melting={melting} /> : <Request melting={melting} />}
        {state === 'asked' && <Answering {...props} melting={melting} />}
        {state === 'consented' && <TakingBack {...props} melting={melting} />}
        {state === 'started' && <p className="small">{m.goldback_melting_under_way_text()}</p>}
      </div>
    </section>
  )
}

const Request = ({ melting: { reason, pieces } }: { melting: MeltingView }) => (
  <>
    <p className="small">
      <span className="font-semibold">{m.goldback_melting_because()}:</span> {reason}
    </p>
    <ul className="small grid gap-1">
      {pieces.map(({ serial, gross, fineness: parts }) => (
        <li key={serial}>{m.goldback_melting_piece({ serial, gross: grams(gross), fineness: fineness(parts) })}</li>
      ))}
    </ul>
  </>
)

function Answering(props: Melting) {
  const send = useAttempt()
  const { busy, refused, run } = useCaseCall(props)
  const { one, melting } = props
  const ids = { case_id: one.case_id, melting_id: melting.melting_id }
  const weights = melting.pieces.map(({ gross }) => grams(gross)).join(' + ')
  const sign = (drawn: File) =>
    run(async () => {
      const signature = await inBase64(drawn)
      const answer = await askPin({
        ...{ title: m.vault_pin_title(), lines: [], toldBehind: true },
        text: m.goldback_melting_sentence({ grams: weights }),
        action: m.goldback_melting_agree(),
        submit: (pin) =>
          send<GoldBackCaseView>('/trade/goldBack_consentMelting', { ...ids, signature, pin }, { beside: true }),
      })
      if (answer?.status === 'success') toastDone(m.goldback_melting_agreed_done())
      return answer
    })
  return (
    <>
      <ul className="small grid list-disc gap-1 pl-5">
        <li>{m.goldback_melting_means_back()}</li>
        <li>{m.goldback_melting_means_weighed()}</li>
        <li>{m.goldback_melting_means_paid()}</li>
        <li>{m.goldback_melting_means_no()}</li>
      </ul>
      <p className="small font-semibold">{m.goldback_melting_sign()}</p>
      <SignaturePadField busy={busy} onUse={sign} />
      {refused && <ErrorState title={refused} text={m.goldback_nothing_signed()} />}
      <Refusing {...props} name={m.goldback_melting_decline()} />
    </>
  )
}

const TakingBack = (props: Melting) => (
  <>
    <p className="small">{m.goldback_melting_may_take_back()}</p>
    <Refusing {...props} name={m.goldback_melting_take_back()} />
  </>
)

/** No is final, so it is asked once more. */
function Refusing(props: Melting & { name: string }) {
  const send = useAttempt()
  const { busy, refused, run } = useCaseCall(props)
  const [open, setOpen] = useState(false)
  const { one, melting, name } = props
  const body = { case_id: one.case_id, melting_id: melting.melting_id }
  const refuse = () =>
    run(async () => {
      const answer = await send<GoldBackCaseView>('/trade/goldBack_refuseMelting', body, { beside: true })
      setOpen(false)
      if (answer.status === 'success') toastDone(m.goldback_melting_declined_done())
      return answer
    })
  return (
    <>
      <Button kind="ghost" className="w-full" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {refused && <ErrorState title={refused} text={m.goldback_nothing_changed()} />}
      <Dialog open={open} onClose={() => setOpen(false)} title={name} text={m.goldback_melting_means_no()}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {m.goldback_keep()}
          </Button>
          <Button busy={busy} onClick={refuse}>
            {name}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function Result({ melting: { pieces, loss } }: { melting: MeltingView }) {
  const change = loss && fineChange(loss.fine)
  return (
    <dl className="kv small">
      {pieces.map((piece) => (
        <Fragment key={piece.serial}>
          <dt>{[piece.serial, m.goldback_melting_went_in()].join(' · ')}</dt>
          <dd>{figures(piece.gross, piece.fineness)}</dd>
          <dt>{[piece.serial, m.goldback_melting_came_out()].join(' · ')}</dt>
          <dd>{piece.after !== null && piece.found !== null && figures(piece.after, piece.found)}</dd>
        </Fragment>
      ))}
      {loss && change && (
        <>
          <dt>{m.goldback_melting_lost()}</dt>
          <dd>{grams(loss.weight)}</dd>
          <dt>{change.isGain ? m.goldback_melting_fine_gained() : m.goldback_melting_fine_lost()}</dt>
          <dd>{change.grams}</dd>
        </>
      )}
    </dl>
  )
}

const figures = (gross: string, parts: number) =>
  m.goldback_melting_figures({ gross: grams(gross), fineness: fineness(parts) })
