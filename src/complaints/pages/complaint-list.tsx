/** What the member complained about, by when it is decided, what was said, and what may still be done. */
import { Fragment } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { formatDay, formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import type { ComplaintStepView, ComplaintView, OwnComplaintsView } from '../contract.ts'
import { ComplaintMoves } from './complaint-moves.tsx'
import { aboutWords, outcomeTones, outcomeWords, stepWords } from './complaint-words.ts'

type Props = { complaints: ComplaintView[]; onChanged: (known: OwnComplaintsView) => void }

export function ComplaintList({ complaints, onChanged }: Props) {
  if (complaints.length === 0)
    return <p className="border-t border-line py-6 text-ink-2">{m.complaints_list_empty()}</p>
  return (
    <ul className="border-t border-line">
      {complaints.map((one) => (
        <li key={one.complaint_id} className="grid gap-2 border-b border-line py-5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{one.number}</span>
            <State one={one} />
          </p>
          <Times one={one} />
          {one.text && <p className="break-words whitespace-pre-line">{one.text}</p>}
          {one.wish && <p className="break-words text-ink-2">{m.complaints_your_wish({ wish: one.wish })}</p>}
          {one.steps
            .filter(({ step }) => step !== 'received')
            .map((step) => (
              <Step key={step.step + step.at} step={step} />
            ))}
          <ComplaintMoves one={one} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

function State({ one }: { one: ComplaintView }) {
  if (one.outcome) return <Tag tone={outcomeTones[one.outcome]}>{outcomeWords[one.outcome]()}</Tag>
  return one.is_late ? <Tag tone="warn">{m.complaints_late()}</Tag> : <Tag tone="nila">{m.complaints_open()}</Tag>
}

const day = (text: string) => formatDay(Date.parse(text), 'UTC', language())

function Times({ one }: { one: ComplaintView }) {
  const { store } = useShell()
  const dayOf = (moment: string) => formatDay(Date.parse(moment), store.time_zone, language())
  const parts = [
    aboutWords[one.about](),
    ...(one.order ? [m.complaints_of_order({ number: one.order.number })] : []),
    m.complaints_received_on({ day: dayOf(one.received_at) }),
    one.decided_at
      ? m.complaints_decided_on({ day: dayOf(one.decided_at) })
      : m.complaints_due_on({ day: day(one.due_on) }),
  ]
  return (
    <p className="small text-ink-2">
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

function Step({ step: { step, by_house, text, done, due_on, at } }: { step: ComplaintStepView }) {
  const { store } = useShell()
  return (
    <div className={`mt-1 grid gap-1 border-l-2 pl-4 ${by_house ? 'border-nila' : 'border-line'}`}>
      <p className="small text-ink-2">
        <span className="font-semibold text-ink">{stepWords[step]()}</span> ·{' '}
        {by_house ? m.complaints_by_house() : m.complaints_by_you()} ·{' '}
        {formatMoment(Date.parse(at), store.time_zone, language())}
      </p>
      {text && <p className="break-words whitespace-pre-line">{text}</p>}
      {done && <p className="break-words whitespace-pre-line">{m.complaints_done({ done })}</p>}
      {due_on && <p>{m.complaints_new_deadline({ day: day(due_on) })}</p>}
    </div>
  )
}
