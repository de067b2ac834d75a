/** /admin/login: the password, then the code of the authenticator. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { ChallengeView, SignedInStaffView } from '../../../staff/contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { keepStaffToken, takeOfficePage } from '../../kit/pages/office-session.ts'
import type { Route } from './+types/sign-in-page'
import { SignInFrame } from './sign-in-frame.tsx'

export const meta: Route.MetaFunction = () => [{ title: `${m.office_staff_sign_in_title()} · Karat` }]

export default function SignInPage() {
  const [challenge, setChallenge] = useState<string | null>(null)
  if (challenge === null) return <PasswordStep onDone={setChallenge} />
  return <CodeStep challenge={challenge} onOver={() => setChallenge(null)} />
}

const wordsOf = (failure: unknown) => (failure instanceof ApiError ? failure.message : m.ui_system_error())

function PasswordStep({ onDone }: { onDone: (challenge: string) => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { email: '', password: '' },
    {
      email: (text) => (text.includes('@') ? undefined : m.office_people_staff_email_error()),
      password: (text) => (text ? undefined : m.office_people_staff_password_error()),
    },
  )
  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      onDone((await officePost<ChallengeView>('/staff/signIn', form.values, { quiet: true })).challenge)
    } catch (failure) {
      setRefusal(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SignInFrame title={m.office_staff_sign_in_title()} lead={m.office_people_staff_sign_in_lead()}>
      <Form form={form} onSubmit={submit}>
        <TextField
          label={m.office_staff_email()}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.text('email')}
        />
        <TextField
          label={m.office_people_staff_password()}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          {...form.text('password')}
        />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_people_staff_continue()}
        </Button>
      </Form>
    </SignInFrame>
  )
}

function CodeStep({ challenge, onOver }: { challenge: string; onOver: () => void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { code: '' },
    { code: (text) => (/^[0-9]{6}$/.test(text.trim()) ? undefined : m.office_people_staff_code_error()) },
  )
  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const body = { challenge, code: form.values.code.trim() }
      const { token } = await officePost<SignedInStaffView>('/staff/confirmCode', body, { quiet: true })
      keepStaffToken(token)
      await navigate(takeOfficePage(), { replace: true })
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'code_wrong') form.refuse('code', failure.message)
      else setRefusal(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SignInFrame title={m.office_people_staff_code_title()} lead={m.office_people_staff_code_lead()}>
      <Form form={form} onSubmit={submit}>
        <TextField
          label={m.office_people_staff_code()}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...form.text('code')}
        />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_people_staff_sign_in()}
        </Button>
        <Button kind="quiet" onClick={onOver}>
          {m.office_people_staff_start_over()}
        </Button>
      </Form>
    </SignInFrame>
  )
}
