/** The one dialog that asks for the payment PIN. */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { ApiError } from './api-client.ts'
import { type AskedPin, closePin, useAskedPin } from './ask-pin.ts'
import { Button } from './button.tsx'
import { Countdown } from './countdown.tsx'
import { Dialog } from './dialog.tsx'
import { PIN_LENGTH, PinField } from './pin-field.tsx'
import { toastError } from './toast.tsx'

/** After these the same call may be tried again from the dialog; '' is no answer at all. */
const again = ['pin_wrong', 'too_many_requests', 'overloaded', 'busy', 'outcome_unknown', 'system_error', '']

/** Shows what askPin asks; stands once, in the root. */
export function PinHost() {
  const question = useAskedPin()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page closes it
  useEffect(() => closePin, [pathname])
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  if (!shown) return null
  return (
    <Dialog open={question !== null} onClose={() => question?.settle(null)} title={shown.title}>
      <PinForm key={shown.id} question={shown} />
    </Dialog>
  )
}

function PinForm({ question }: { question: AskedPin }) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [notSet, setNotSet] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function say(words: string) {
    setError(words)
    form.current?.querySelector('input')?.focus()
  }

  async function submit() {
    if (pin.length < PIN_LENGTH) return say(m.ui_pin_missing_digits())
    setBusy(true)
    try {
      question.settle(await question.submit(pin))
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'pin_not_set') setNotSet(true)
      else if (failure instanceof ApiError && !again.includes(failure.error)) {
        if (!question.toldBehind) toastError(failure.message)
        return question.fail(failure)
      }
      say(failure instanceof ApiError ? failure.message || m.ui_system_error() : m.ui_system_error())
    } finally {
      setPin('')
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Authorised question={question} />
      <PinField
        label={m.ui_pin_label()}
        value={pin}
        error={error}
        autoFocus
        onChange={(typed) => {
          setPin(typed)
          setError(undefined)
        }}
      />
      {notSet && <SetFirst />}
      <Button type="submit" size="l" busy={busy} className="mt-6 w-full">
        {question.action}
      </Button>
    </form>
  )
}

/** Leads back to what the PIN was asked for; the pages keep what was typed there. */
function SetFirst() {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={`/user/changePaypwd?${new URLSearchParams({ return: pathname + search })}`}
      className="link mt-2 inline-flex min-h-11 items-center"
    >
      {m.ui_pin_set_first()}
    </Link>
  )
}

/** What the PIN says yes to, line by line. */
const Authorised = ({ question: { lines, text, until } }: { question: AskedPin }) => (
  <div className="mb-5 grid gap-2 rounded-control bg-tile p-4">
    {lines.length > 0 && (
      <dl className="grid gap-2">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {text && <p>{text}</p>}
    {until && (
      <p className="small text-ink-2">
        {m.ui_pin_price_holds()} <Countdown until={until} className="font-semibold text-ink" />
      </p>
    )}
  </div>
)
