/** "Are my grams counted?": the member's own check, signed in or not. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { decimal } from '../../money/money.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/control.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Moment } from '../../ui/figures.tsx'
import { formatCount, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { checkHere, forget, keep, keptFor, type Outcome, readContact, readKey } from './browser-check.ts'

/** `mine`: what a member who is signed in need not type. */
type Props = { store: string; mine?: { contact: string; key: string } }

/** What is typed, what is kept in this browser, and how the last check ended. */
function useCheck({ store, mine }: Props) {
  const [contact, setContact] = useState(mine?.contact ?? '')
  const [key, setKey] = useState(mine?.key ?? '')
  const [keeps, setKeeps] = useState(false)
  const [wrongKey, setWrongKey] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    const kept = keptFor(store)
    if (!kept) return
    setKeeps(true)
    if (mine) return
    setContact(kept.contact)
    setKey(kept.key)
  }, [store, mine])

  async function check() {
    const read = readKey(key)
    setWrongKey(read === null)
    if (!read || contact.trim() === '') return
    setBusy(true)
    const done = await checkHere(store, readContact(contact), read, keptFor(store)?.keys ?? null)
    setBusy(false)
    setOutcome(done)
    if (!keeps) forget(store)
    else if (done.found) keep(store, { contact: contact.trim(), key: key.trim(), keys: done.keys })
  }
  return { contact, setContact, typedKey: key, setKey, keeps, setKeeps, wrongKey, busy, outcome, check }
}

export function CheckMine({ store, mine }: Props) {
  const state = useCheck({ store, ...(mine ? { mine } : {}) })
  return (
    <section className="panel self-start p-5 md:p-7" aria-labelledby="check-mine" id="check">
      <h2 className="h3" id="check-mine">
        {m.proof_check_title()}
      </h2>
      <p className="small mt-1 text-ink-2">{m.proof_check_lead()}</p>
      <Asked {...state} />
      <p className="fine mt-3 flex items-start gap-2 text-ink-2">
        <Icon name="lock-simple" className="mt-0.5 size-4 shrink-0" />
        {m.proof_check_private()}
      </p>
      {!mine && (
        <p className="small mt-2 text-ink-2">
          <Link to="/user/proof" className="link">
            {m.proof_check_where()}
          </Link>
        </p>
      )}
      <div aria-live="polite">{state.outcome && <Result outcome={state.outcome} />}</div>
    </section>
  )
}

function Asked({
  contact,
  setContact,
  typedKey,
  setKey,
  keeps,
  setKeeps,
  wrongKey,
  busy,
  check,
}: ReturnType<typeof useCheck>) {
  const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true }
  return (
    <form
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <TextField
        label={m.proof_check_contact()}
        value={contact}
        onChange={(event) => setContact(event.target.value)}
        {...typed}
      />
      <TextField
        label={m.proof_check_key()}
        help={m.proof_check_key_help()}
        error={
          wrongKey ? m.proof_check_key_wrong({ count: String(typedKey.replaceAll(/[\s-]+/g, '').length) }) : undefined
        }
        value={typedKey}
        onChange={(event) => setKey(event.target.value)}
        className="font-mono"
        {...typed}
      />
      <label className="flex min-h-11 items-center gap-3">
        <Input
          type="checkbox"
          className="checkbox"
          checked={keeps}
          onChange={(event) => setKeeps(event.target.checked)}
        />
        <span className="small">{m.proof_check_keep()}</span>
      </label>
      <Button type="submit" busy={busy}>
        {busy ? m.proof_check_running() : m.proof_check_press()}
      </Button>
    </form>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  if (outcome.found)
    return (
      <div className="mt-5 rounded-control bg-up-soft p-4" data-outcome="found">
        <p className="flex items-center gap-2 font-semibold text-up">
          <Icon name="seal-check" className="size-5" />
          {m.proof_found_title()}
        </p>
        <p className="fig-m mt-2 whitespace-nowrap">{formatGrams(decimal(outcome.units, 4), language())}</p>
        <p className="small mt-1 text-ink-2">
          {m.proof_found_text({ parts: formatCount(outcome.parts, language()) })} <Moment at={outcome.instant} />
        </p>
      </div>
    )
  const isMissing = outcome.fault === 'member_missing'
  return (
    <div className="mt-5 rounded-control bg-down-soft p-4" role="alert" data-outcome={outcome.fault}>
      <p className="flex items-center gap-2 font-semibold text-down">
        <Icon name="warning-circle" className="size-5" />
        {isMissing ? m.proof_missing_title() : quiet(outcome) ? m.proof_not_checked_title() : m.proof_wrong_title()}
      </p>
      <p className="small mt-1">{textOf(outcome)}</p>
      {!isMissing && !quiet(outcome) && (
        <p className="fine mt-2 font-mono">{`${outcome.fault} ${outcome.detail}`.trim()}</p>
      )}
    </div>
  )
}

type NotFound = Extract<Outcome, { found: false }>
const quiet = ({ fault }: NotFound) => fault === 'no_answer' || fault === 'no_ed25519'
function textOf({ fault }: NotFound): string {
  if (fault === 'member_missing') return m.proof_missing_text()
  if (fault === 'no_answer') return m.proof_no_answer()
  if (fault === 'no_ed25519') return m.proof_no_ed25519()
  return m.proof_wrong_text()
}
