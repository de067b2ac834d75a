/** Another authenticator: proves who asks, shows the new one, and takes it once it has proven itself. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { AuthenticatorView } from '../../../staff/contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { AuthenticatorSquare } from './authenticator-square.tsx'

const codeCheck = (text: string) => (/^[0-9]{6}$/.test(text) ? undefined : m.office_people_staff_code_error())

export function AuthenticatorForms() {
  const [next, setNext] = useState<AuthenticatorView | null>(null)
  if (next === null) return <Proof onProven={setNext} />
  return (
    <Finish
      authenticator={next}
      onDone={() => {
        setNext(null)
        toastDone(m.office_people_own_authenticator_done())
      }}
    />
  )
}

/** Runs one call at a time and says below the form what was refused. */
function useCall(): { busy: boolean; refusal: ReactNode; call: (work: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState<string>()
  async function call(work: () => Promise<unknown>) {
    setWords(undefined)
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      setWords(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal: words && <FieldError>{words}</FieldError>, call }
}

function Proof({ onProven }: { onProven: (next: AuthenticatorView) => void }) {
  const { busy, refusal, call } = useCall()
  const form = useForm(
    { password: '', code: '' },
    { password: (text) => (text ? undefined : m.office_people_staff_password_error()), code: codeCheck },
  )
  const begin = async () => {
    if (!form.check()) return
    const path = '/staff/beginAuthenticator'
    await call(async () =>
      onProven(
        (await officePost<{ authenticator: AuthenticatorView }>(path, form.values, { quiet: true })).authenticator,
      ),
    )
  }
  return (
    <Form form={form} onSubmit={begin}>
      <p className="small text-ink-2">{m.office_people_own_authenticator_text()}</p>
      <TextField
        label={m.office_people_own_password_now()}
        type="password"
        autoComplete="current-password"
        maxLength={128}
        {...form.text('password')}
      />
      <CodeField label={m.office_people_staff_code()} {...form.text('code')} />
      {refusal}
      <Button type="submit" kind="ghost" busy={busy}>
        {m.office_people_own_authenticator_do()}
      </Button>
    </Form>
  )
}

function Finish({ authenticator, onDone }: { authenticator: AuthenticatorView; onDone: () => void }) {
  const { busy, refusal, call } = useCall()
  const form = useForm({ code: '' }, { code: codeCheck })
  const finish = async () => {
    if (!form.check()) return
    await call(async () => {
      await officePost('/staff/setAuthenticator', form.values, { quiet: true })
      onDone()
    })
  }
  return (
    <Form form={form} onSubmit={finish}>
      <AuthenticatorSquare authenticator={authenticator} />
      <CodeField label={m.office_people_own_authenticator_code()} {...form.text('code')} />
      {refusal}
      <Button type="submit" busy={busy}>
        {m.office_people_own_authenticator_finish()}
      </Button>
    </Form>
  )
}

type CodeProps = Parameters<typeof TextField>[0]
const CodeField = (props: CodeProps) => (
  <TextField inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...props} />
)
