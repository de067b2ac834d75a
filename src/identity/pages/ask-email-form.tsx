/** An e-mail address for the account, and the password: what both pages ask that give an account another one. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { readEmail } from '../account-rules.ts'
import { PasswordField } from './password-field.tsx'
import { sayOfChange } from './say-of-change.ts'

export type EmailWish = { email: string; password: string }
type Props = {
  call: '/user/changeEmail' | '/user/sendSettingEmailCode'
  label: string
  action: string
  /** Stands above the button. */
  children?: ReactNode
  onSent: (wish: EmailWish) => void
}

export function AskEmailForm({ call, label, action, children, onSent }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { email: '', password: '' },
    {
      email: (text) => (readEmail(text) ? undefined : m.identity_change_email_error()),
      password: (text) => (text ? undefined : m.identity_password_error()),
    },
  )

  async function ask() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send(call, form.values, { loading: true, beside: true }))
      onSent(form.values)
    } catch (failure) {
      if (!form.takeErrors(failure, { email: m.identity_change_email_error() }) && failure instanceof ApiError)
        sayOfChange(failure, form, 'email')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={ask} className="grid gap-6">
      <TextField
        label={label}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.text('email')}
      />
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      {children}
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {action}
      </Button>
    </Form>
  )
}
