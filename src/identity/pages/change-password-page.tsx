/** /user/changePwd: a new password in the place of the old one. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { ChangeFrame, WhatFollows } from './change-frame.tsx'
import { newPasswordError, PasswordField, PasswordMeter } from './password-field.tsx'
import { sayOfChange } from './say-of-change.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export default function ChangePasswordPage() {
  const navigate = useNavigate()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const limits = settings.password
  const form = useForm(
    { password: '', new_password: '' },
    {
      password: (text) => (text ? undefined : m.identity_password_error()),
      new_password: (text) => newPasswordError(text, limits),
    },
  )

  async function change() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/user/changePwd', form.values, { loading: true, beside: true }))
      toastDone(m.identity_change_password_done())
      await navigate('/user/security')
    } catch (failure) {
      if (!form.takeErrors(failure) && failure instanceof ApiError) sayOfChange(failure, form, 'new_password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <ChangeFrame title={m.ui_change_password_title()} lead={m.identity_change_password_lead()}>
      <Form form={form} onSubmit={change} className="grid gap-6">
        <div>
          <PasswordField
            label={m.identity_change_password_now()}
            autoComplete="current-password"
            {...form.text('password')}
          />
          <Link to="/forgotpassword" className="link mt-1 min-h-11 text-sm">
            {m.identity_forgot()}
          </Link>
        </div>
        <div className="grid gap-3">
          <PasswordField label={m.identity_password_new()} autoComplete="new-password" {...form.text('new_password')} />
          <PasswordMeter password={form.values.new_password} limits={limits} />
        </div>
        <WhatFollows />
        <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
          {m.identity_change_password_action()}
        </Button>
      </Form>
    </ChangeFrame>
  )
}
