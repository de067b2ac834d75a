/** "Are my grams counted?": the member's own check, signed in or not. The contact is typed or kept in this browser, never the shop's answer. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { readAccount } from '../../identity/account-rules.ts'
import { AccountField } from '../../identity/pages/account-field.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { userInfo } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { checkHere, forget, keep, keptFor, type Outcome, plainKey, readKey, readOwnRecord } from './browser-check.ts'
import { CheckResult } from './check-result.tsx'

/** `auditKey`: of a member who is signed in, whose own record the result is compared with. */
type Props = { store: string; auditKey?: string }

/** What is typed, what is kept in this browser, and how the last check ended. */
function useCheck({ store, auditKey }: Props) {
  const { country } = useShell().store
  const form = useForm<{ contact: string; key: string; keeps: boolean }>(
    { contact: '', key: auditKey ?? '', keeps: false },
    {
      contact: (text) => (readAccount(text, country) ? undefined : m.proof_check_contact_wrong()),
      key: (text) => (readKey(text) ? undefined : m.proof_check_key_wrong({ count: String(plainKey(text).length) })),
    },
  )
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { offer } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the browser
  useEffect(() => {
    const kept = keptFor(store)
    if (!kept) return
    offer('keeps', true)
    offer('contact', kept.contact)
    offer('key', kept.key)
  }, [store])

  /** `trusting`: the keys of today, whatever signed before. */
  async function check(trusting = false) {
    const { contact, key, keeps } = form.values
    const [account, read] = [readAccount(contact, country), readKey(key)]
    if (!form.check() || !account || !read) return
    setBusy(true)
    const asked = {
      store,
      contact: account.destination,
      key: read,
      known: trusting ? null : (keptFor(store)?.keys ?? null),
    }
    const done = await checkHere({ ...asked, ownRecord: auditKey ? readOwnRecord : null })
    setBusy(false)
    setOutcome(done)
    if (!keeps) forget(store)
    else if (done.found) {
      const member = auditKey ? String(userInfo()?.id) : keptFor(store)?.member
      keep(store, { contact: contact.trim(), key: key.trim(), keys: done.keys, ...(member ? { member } : {}) })
    }
  }
  return { form, busy, outcome, check }
}

export function CheckMine({ store, auditKey }: Props) {
  const state = useCheck({ store, ...(auditKey ? { auditKey } : {}) })
  return (
    <section className="panel self-start p-5 md:p-7" aria-labelledby="check-mine" id="check">
      <h2 className="h3" id="check-mine">
        {m.proof_check_title()}
      </h2>
      <p className="small mt-1 text-ink-2">{auditKey ? m.proof_check_lead_mine() : m.proof_check_lead()}</p>
      <Asked {...state} />
      <p className="fine mt-3 flex items-start gap-2 text-ink-2">
        <Icon name="lock-simple" className="mt-0.5 size-4 shrink-0" />
        {m.proof_check_private()}
      </p>
      {!auditKey && (
        <p className="small mt-2 text-ink-2">
          <Link to="/user/proof" className="link">
            {m.proof_check_where()}
          </Link>
        </p>
      )}
      <div aria-live="polite">
        {state.outcome && (
          <CheckResult outcome={state.outcome} busy={state.busy} onTrust={() => void state.check(true)} />
        )}
      </div>
    </section>
  )
}

const Asked = ({ form, busy, check }: ReturnType<typeof useCheck>) => (
  <Form form={form} onSubmit={() => check()} className="mt-5 grid gap-4">
    <AccountField label={m.proof_check_contact()} help={m.proof_check_contact_help()} {...form.text('contact')} />
    <TextField
      label={m.proof_check_key()}
      help={m.proof_check_key_help()}
      className="font-mono"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.text('key')}
    />
    <Checkbox
      label={m.proof_check_keep()}
      checked={form.values.keeps}
      onChange={(event) => form.set('keeps', event.target.checked)}
    />
    <Button type="submit" busy={busy}>
      {busy ? m.proof_check_running() : m.proof_check_press()}
    </Button>
  </Form>
)
