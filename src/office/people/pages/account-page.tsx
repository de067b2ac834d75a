/** /admin/account: one's own password, authenticator and sessions. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { StaffSessionView } from '../../../staff/contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMe, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { roleNames } from '../../kit/pages/words.ts'
import { AuthenticatorForms } from './authenticator-forms.tsx'

export const handle: OfficeHandle = { permission: 'account.own' }

export default function AccountPage() {
  const me = useMe()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_account()}</h1>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <section className="office-panel">
          <Facts
            facts={[
              { label: m.office_people_name(), value: me.name },
              { label: m.office_staff_email(), value: me.email },
              { label: m.office_people_roles(), value: roleNames(me.roles) },
            ]}
          />
        </section>
        <Sessions />
        <section className="office-panel">
          <h2 className="h3 mb-4">{m.office_people_own_password()}</h2>
          <PasswordForm />
        </section>
        <section className="office-panel">
          <h2 className="h3 mb-4">{m.office_people_own_authenticator()}</h2>
          <AuthenticatorForms />
        </section>
      </div>
    </>
  )
}

function Sessions() {
  const { moment } = useTimes()
  const list = useOffice<{ sessions: StaffSessionView[] }>('/staff/sessions')
  const end = (session_id: string) =>
    officePost('/staff/endSession', { session_id }).then(() => {
      toastDone(m.office_people_own_session_ended())
      return list.reload()
    }, list.reload)
  return (
    <section className="office-panel" aria-busy={list.loading}>
      <h2 className="h3 mb-2">{m.office_people_sessions()}</h2>
      {list.failed && (
        <ErrorState
          title={m.office_table_error()}
          action={<Button onClick={list.reload}>{m.office_try_again()}</Button>}
        />
      )}
      {!list.data && !list.failed && <Skeleton className="h-24" />}
      <ul>
        {list.data?.sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3 border-t border-line py-3">
            <span className="min-w-0 flex-1">
              <span className="small block break-words">{session.device}</span>
              <span className="fine block text-ink-2">
                {session.address} · {moment(session.last_used_at)}
              </span>
            </span>
            {session.is_current ? (
              <Tag tone="up">{m.office_people_own_session_this()}</Tag>
            ) : (
              <Button kind="ghost" size="s" onClick={() => end(session.id)}>
                {m.office_people_own_session_end()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const wordsOf = (failure: unknown) => (failure instanceof ApiError ? failure.message : m.ui_system_error())
const codeCheck = (text: string) => (/^[0-9]{6}$/.test(text) ? undefined : m.office_people_staff_code_error())
const passwordCheck = (text: string) => (text ? undefined : m.office_people_staff_password_error())
const nothing = { password: '', code: '', new_password: '' }

function PasswordForm() {
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  return <PasswordFields key={round} busy={busy} setBusy={setBusy} onDone={() => setRound(round + 1)} />
}

type FieldsProps = { busy: boolean; setBusy: (busy: boolean) => void; onDone: () => void }

function PasswordFields({ busy, setBusy, onDone }: FieldsProps) {
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(nothing, {
    password: passwordCheck,
    code: codeCheck,
    new_password: (text) => ([...text].length < 8 ? m.office_people_staff_new_password_error() : undefined),
  })
  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      await officePost('/staff/changePassword', form.values, { quiet: true })
      toastDone(m.office_people_own_password_done())
      onDone()
    } catch (failure) {
      if (failure instanceof ApiError && failure.error.startsWith('password_'))
        form.refuse('new_password', failure.message)
      else setRefusal(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        label={m.office_people_own_password_now()}
        type="password"
        autoComplete="current-password"
        {...form.text('password')}
      />
      <TextField
        label={m.office_people_staff_new_password()}
        help={m.office_people_staff_new_password_help()}
        type="password"
        autoComplete="new-password"
        {...form.text('new_password')}
      />
      <TextField
        label={m.office_people_staff_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.text('code')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" kind="ghost" busy={busy}>
        {m.office_people_own_password_do()}
      </Button>
    </Form>
  )
}
