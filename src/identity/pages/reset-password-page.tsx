/** /resetPwd: behind the link of /forgotpassword; a new password, and every session ends. */
import { useState } from 'react'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { clearSession } from '../../ui/session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { Route } from './+types/reset-password-page'
import { AccountFrame } from './account-frame.tsx'
import { LinkOutcome } from './link-action.tsx'
import { newPasswordError, PasswordField, type PasswordLimits, PasswordMeter } from './password-field.tsx'
import { useLinkToken } from './use-link-token.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { min, max } = context.get(pageContext).karat.settings.password
  return { limits: { min, max } }
}

export default function ResetPasswordPage({ loaderData: { limits } }: Route.ComponentProps) {
  const token = useLinkToken()
  const [state, setState] = useState<'open' | 'done' | 'dead'>('open')
  if (state === 'done')
    return (
      <LinkOutcome
        title={m.identity_reset_done()}
        text={m.identity_reset_done_text()}
        way={{ to: '/login', name: m.ui_log_in() }}
        good
      />
    )
  if (token === null || state === 'dead')
    return (
      <LinkOutcome
        title={token === null ? m.identity_reset_title() : m.identity_link_dead_title()}
        text={token === null ? m.identity_reset_otherwise() : m.identity_link_dead_text()}
        way={{ to: '/forgotpassword', name: m.identity_forgot_action() }}
      />
    )
  return (
    <AccountFrame title={m.identity_reset_title()} lead={m.identity_reset_lead()}>
      {token ? <NewPassword token={token} limits={limits} onEnd={setState} /> : <Skeleton className="h-48" />}
    </AccountFrame>
  )
}

type Props = { token: string; limits: PasswordLimits; onEnd: (state: 'done' | 'dead') => void }

function NewPassword({ token, limits, onEnd }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm({ password: '' }, { password: (text) => newPasswordError(text, limits) })

  async function save() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/user/resetPwd', { token, ...form.values }, { loading: true, beside: true }))
      clearSession()
      onEnd('done')
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'link_expired') return onEnd('dead')
      if (!form.takeErrors(failure))
        form.refuse('password', failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={save}>
      <PasswordField label={m.identity_password_new()} autoComplete="new-password" {...form.text('password')} />
      <PasswordMeter password={form.values.password} limits={limits} />
      <Button type="submit" size="l" busy={busy}>
        {m.identity_reset_action()}
      </Button>
    </Form>
  )
}
