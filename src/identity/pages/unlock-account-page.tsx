/** /unlockAccount: for a locked PIN, a locked sign-in, a frozen account; code and password open them. */
import { useState } from 'react'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { deviceToken } from '../../ui/session.ts'
import { useForm } from '../../ui/use-form.ts'
import type { Route } from './+types/unlock-account-page'
import { AccountAskForm } from './account-ask-form.tsx'
import { AccountFrame } from './account-frame.tsx'
import { CodeField, codeError } from './code-field.tsx'
import { BackToLogIn } from './forgot-password-page.tsx'
import { LinkOutcome } from './link-action.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { PasswordField } from './password-field.tsx'
import { againIn, SendAgain } from './send-again.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { settings, config } = context.get(pageContext).karat
  return { againSeconds: settings.code.againSeconds, demo: config.DEMO }
}

type Asked = { account: string; unlockId: string; againAt: string }
type Sent = { unlock_id: string }

export default function UnlockAccountPage({ loaderData: { againSeconds, demo } }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState(false)
  const keep = (account: string, { unlock_id: unlockId }: Sent) =>
    setAsked({ account, unlockId, againAt: againIn(againSeconds) })

  if (done)
    return (
      <LinkOutcome
        title={m.identity_unlock_done()}
        text={m.identity_unlock_done_text()}
        way={{ to: '/login', name: m.ui_log_in() }}
        good
      />
    )
  if (!asked)
    return (
      <AccountFrame title={m.identity_unlock_title()} lead={m.identity_unlock_lead()}>
        <AccountAskForm<Sent> call="/user/sendUnlockCode" action={m.identity_send_code()} onSent={keep} />
        <BackToLogIn />
      </AccountFrame>
    )
  return (
    <AccountFrame title={m.identity_unlock_title()} lead={m.identity_unlock_sent_lead({ account: asked.account })}>
      {demo && <MailboxHint />}
      <UnlockForm unlockId={asked.unlockId} onDone={() => setDone(true)} />
      <div className="mt-6">
        <SendAgain
          againAt={asked.againAt}
          seconds={againSeconds}
          onAgain={(againAt) => setAsked((now) => now && { ...now, againAt })}
          send={async () =>
            keep(
              asked.account,
              await dataOf(post<Sent>('/user/sendUnlockCode', { account: asked.account, ...deviceToken() })),
            )
          }
        />
      </div>
      <BackToLogIn />
    </AccountFrame>
  )
}

function UnlockForm({ unlockId, onDone }: { unlockId: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { code: '', password: '' },
    { code: codeError, password: (text) => (text ? undefined : m.identity_password_error()) },
  )

  async function unlock() {
    if (!form.check()) return
    setBusy(true)
    try {
      const wish = { unlock_id: unlockId, ...form.values }
      await dataOf(post('/user/unlockAccount', wish, { loading: true, beside: true }))
      onDone()
    } catch (failure) {
      const { error, message } = failure instanceof ApiError ? failure : { error: '', message: m.ui_system_error() }
      const aboutPassword = error.startsWith('sign_in_')
      form.refuse(
        aboutPassword ? 'password' : 'code',
        error === 'sign_in_refused' ? m.identity_pin_password_wrong() : message,
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={unlock}>
      <CodeField form={form} />
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <Button type="submit" size="l" busy={busy}>
        {m.identity_unlock()}
      </Button>
    </Form>
  )
}
