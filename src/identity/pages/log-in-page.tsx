/** /login: account and password; then back to the page that asked for it. */
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { signIn } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAccount } from '../account-rules.ts'
import type { SignedInView } from '../contract.ts'
import { AccountFrame } from './account-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { returnPath } from './return-path.ts'
import { useReturn } from './use-return.ts'

export default function LogInPage() {
  const { store } = useShell()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { account: '', password: '' },
    {
      account: (text) => (readAccount(text, store.country) ? undefined : m.account_account_error()),
      password: (text) => (text ? undefined : m.account_password_error()),
    },
  )

  useReturn()

  async function logIn() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const { token, userInfo } = await dataOf(post<SignedInView>('/user/login', form.values, { loading: true }))
      signIn(token, userInfo)
      await navigate(returnPath(), { replace: true })
    } catch (failure) {
      setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <AccountFrame title={m.log_in()} lead={m.account_log_in_lead()}>
      <Form form={form} onSubmit={logIn}>
        <TextField
          label={m.account_account()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.text('account')}
        />
        <PasswordField label={m.account_password()} autoComplete="current-password" {...form.text('password')} />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" size="l" busy={busy}>
          {m.log_in()}
        </Button>
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-ink-2">
        {m.account_have_none()}{' '}
        <Link to={`/signup?${search}`} className="link min-h-11">
          {m.sign_up()}
        </Link>
      </p>
    </AccountFrame>
  )
}
