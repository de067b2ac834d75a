/** /user/changeEmail: the new address and the password; the link in its message makes the change. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { readEmail } from '../account-rules.ts'
import type { UserInfoView } from '../contract.ts'
import { maskEmail } from '../masking-rules.ts'
import type { Route } from './+types/change-email-page'
import { ChangeFrame, WhatFollows } from './change-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { sayOfChange } from './say-of-change.ts'
import { againIn, SendAgain } from './send-again.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const AGAIN_SECONDS = 60
type Sent = { email: string; password: string; againAt: string }

export const clientLoader = () => dataOf(get<UserInfoView>('/user/userInfo'))

export default function ChangeEmailPage({ loaderData: user }: Route.ComponentProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  if (sent)
    return (
      <ChangeFrame title={m.change_email_sent()} lead={m.change_email_sent_lead({ email: sent.email })}>
        <p className="text-ink-2">{m.change_email_sent_text()}</p>
        <div className="mt-4">
          <SendAgain
            againAt={sent.againAt}
            seconds={AGAIN_SECONDS}
            onAgain={(againAt) => setSent({ ...sent, againAt })}
            send={() => dataOf(post('/user/changeEmail', { email: sent.email, password: sent.password }))}
          />
        </div>
      </ChangeFrame>
    )
  return (
    <ChangeFrame
      title={m.change_email_title()}
      lead={user.email ? m.change_email_lead({ email: maskEmail(user.email) }) : m.change_email_first()}
    >
      <AskForm onSent={(wish) => setSent({ ...wish, againAt: againIn(AGAIN_SECONDS) })} />
    </ChangeFrame>
  )
}

function AskForm({ onSent }: { onSent: (wish: { email: string; password: string }) => void }) {
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { email: '', password: '' },
    {
      email: (text) => (readEmail(text) ? undefined : m.change_email_error()),
      password: (text) => (text ? undefined : m.account_password_error()),
    },
  )

  async function ask() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(post('/user/changeEmail', form.values, { loading: true, quiet: true }))
      onSent(form.values)
    } catch (failure) {
      if (!form.takeErrors(failure, { email: m.change_email_error() }) && failure instanceof ApiError)
        sayOfChange(failure, form, 'email')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={ask} className="grid gap-6">
      <TextField
        label={m.change_email_new()}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.text('email')}
      />
      <PasswordField label={m.account_password()} autoComplete="current-password" {...form.text('password')} />
      <WhatFollows />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.change_email_action()}
      </Button>
    </Form>
  )
}
