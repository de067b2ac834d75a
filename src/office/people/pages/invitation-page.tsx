/** /admin/invitation#…: whoever holds the link sets their password and authenticator, once. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { InvitationView, SignedInStaffView } from '../../../staff/contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { keepStaffToken } from '../../kit/pages/office-session.ts'
import type { Route } from './+types/invitation-page'
import { AuthenticatorSquare } from './authenticator-square.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export const meta: Route.MetaFunction = () => [{ title: `${m.office_people_staff_invitation_title()} · Karat` }]

const TOKEN = /^#([\w-]{43})$/

export default function InvitationPage() {
  const [state, setState] = useState<{ token: string; invitation: InvitationView } | { refused: string } | null>(null)
  useEffect(() => {
    const token = TOKEN.exec(location.hash)?.[1]
    if (!token) return setState({ refused: m.office_people_staff_invitation_none() })
    officePost<InvitationView>('/staff/readInvitation', { token }, { quiet: true }).then(
      (invitation) => setState({ token, invitation }),
      (failure) => setState({ refused: failure instanceof ApiError ? failure.message : m.ui_system_error() }),
    )
  }, [])
  const lead =
    state && 'invitation' in state ? m.office_people_staff_invitation_lead({ name: state.invitation.name }) : undefined
  return (
    <SignInFrame title={m.office_people_staff_invitation_title()} lead={lead}>
      {state === null && (
        <div aria-busy="true">
          <Skeleton className="h-80" />
        </div>
      )}
      {state && 'refused' in state && <ErrorState title={state.refused} />}
      {state && 'invitation' in state && <Acceptance {...state} />}
    </SignInFrame>
  )
}

function Acceptance({ token, invitation }: { token: string; invitation: InvitationView }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { password: '', code: '' },
    {
      password: (text) => ([...text].length < 8 ? m.office_people_staff_new_password_error() : undefined),
      code: (text) => (/^[0-9]{6}$/.test(text) ? undefined : m.office_people_staff_code_error()),
    },
  )
  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const body = { token, ...form.values }
      keepStaffToken((await officePost<SignedInStaffView>('/staff/acceptInvitation', body, { quiet: true })).token)
      await navigate('/admin', { replace: true })
    } catch (failure) {
      const error = failure instanceof ApiError ? failure.error : ''
      const words = failure instanceof ApiError ? failure.message : m.ui_system_error()
      if (error.startsWith('password_')) form.refuse('password', words)
      else if (error === 'code_wrong') form.refuse('code', m.office_people_staff_code_error_setup())
      else setRefusal(words)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
      <TextField
        label={m.office_people_staff_new_password()}
        help={m.office_people_staff_new_password_help()}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...form.text('password')}
      />
      <AuthenticatorSquare authenticator={invitation.authenticator} />
      <TextField
        label={m.office_people_staff_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.text('code')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_people_staff_finish()}
      </Button>
    </Form>
  )
}
