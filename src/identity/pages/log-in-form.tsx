/** The first step of a sign-in: the account, with its password or with a code sent to it. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Seg } from '../../ui/seg.tsx'
import { deviceToken } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAccount } from '../account-rules.ts'
import type { SecondStepView, SignedInView } from '../contract.ts'
import { PasswordField } from './password-field.tsx'

export type FirstStep = { account: string; by: 'password' | 'code' }
type Props = {
  account: string
  onAnswer: (answer: SignedInView | SecondStepView, first: FirstStep) => Promise<void>
}

const begin = ({ account, password, by }: FirstStep & { password: string }) =>
  by === 'code'
    ? dataOf(post<SecondStepView>('/user/sendLoginCode', { account, ...deviceToken() }, { loading: true }))
    : dataOf(
        post<SignedInView | SecondStepView>('/user/login', { account, password, ...deviceToken() }, { loading: true }),
      )

export function LogInForm({ account, onAnswer }: Props) {
  const { store } = useShell()
  const [by, setBy] = useState<FirstStep['by']>('password')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { account, password: '' },
    {
      account: (text) => (readAccount(text, store.country) ? undefined : m.identity_account_error()),
      password: (text) => (text || by === 'code' ? undefined : m.identity_password_error()),
    },
  )

  async function logIn() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const { account, password } = form.values
      await onAnswer(await begin({ account, password, by }), { account, by })
    } catch (failure) {
      setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={logIn}>
      <Seg
        className="w-full [&>label]:flex-1"
        label={m.identity_way()}
        value={by}
        choices={[
          ['password', m.identity_way_password()],
          ['code', m.identity_way_code()],
        ]}
        onChange={(way) => {
          setBy(way)
          setRefusal(undefined)
        }}
      />
      <TextField
        label={m.identity_account()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.text('account')}
      />
      {by === 'password' && (
        <div>
          <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
          <Link to="/forgotpassword" className="link mt-1 min-h-11 text-sm">
            {m.identity_forgot()}
          </Link>
        </div>
      )}
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" size="l" busy={busy}>
        {by === 'password' ? m.ui_log_in() : m.identity_send_code()}
      </Button>
    </Form>
  )
}
