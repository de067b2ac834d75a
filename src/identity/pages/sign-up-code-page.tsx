/** /signup2: the code, a name and a password; a member afterwards. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { forgetLinkCodes } from '../../ui/link-codes.ts'
import { deviceToken, keepDevice, signIn } from '../../ui/session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { SignedInView } from '../contract.ts'
import type { Route } from './+types/sign-up-code-page'
import { AccountFrame } from './account-frame.tsx'
import { CodeField, codeError } from './code-field.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { newPasswordError, PasswordField, type PasswordLimits, PasswordMeter } from './password-field.tsx'
import { forgetSignUp, type PendingSignUp, pendingSignUp } from './pending-sign-up.ts'
import { ResendCode } from './resend-code.tsx'
import { returnPath } from './return-path.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { settings, config } = context.get(pageContext).karat
  const { min, max } = settings.password
  return { limits: { min, max }, againSeconds: settings.code.againSeconds, demo: config.DEMO }
}

export default function SignUpCodePage({ loaderData: { limits, againSeconds, demo } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [pending, setPending] = useState<PendingSignUp | null>(null)
  useEffect(() => {
    const kept = pendingSignUp()
    if (kept) setPending(kept)
    else void navigate('/signup', { replace: true })
  }, [navigate])

  return (
    <AccountFrame title={m.identity_code_title()} lead={pending && m.identity_code_lead({ account: pending.account })}>
      {demo && <MailboxHint />}
      {pending ? <CodeForm pending={pending} limits={limits} /> : <Skeleton className="h-80" />}
      {pending && (
        <div className="mt-8 border-t border-line pt-6">
          <ResendCode pending={pending} againSeconds={againSeconds} onSent={setPending} />
          <Link to="/signup" className="link min-h-11">
            {m.identity_other_account()}
          </Link>
        </div>
      )}
    </AccountFrame>
  )
}

function CodeForm({ pending, limits }: { pending: PendingSignUp; limits: PasswordLimits }) {
  const navigate = useNavigate()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { code: '', name: '', password: '' },
    {
      code: codeError,
      name: (text) => (text.trim() ? undefined : m.identity_name_error()),
      password: (text) => newPasswordError(text, limits),
    },
  )

  async function join() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { code, name, password } = form.values
      const wish = { sign_up_id: pending.sign_up_id, code, name: name.trim(), password, ...deviceToken() }
      const { token, userInfo, device_token } = await dataOf(
        send<SignedInView>('/user/signup', wish, { loading: true }),
      )
      forgetSignUp()
      forgetLinkCodes()
      keepDevice(device_token)
      signIn(token, userInfo)
      toastDone(m.identity_welcome({ name: userInfo.name }))
      await navigate(returnPath(), { replace: true })
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) sayBeside(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayBeside({ error, message }: ApiError) {
    if (error.startsWith('code_')) form.refuse('code', message)
    if (error.startsWith('password_')) form.refuse('password', message)
  }

  return (
    <Form form={form} onSubmit={join}>
      <CodeField form={form} />
      <TextField
        label={m.identity_name()}
        help={m.identity_name_help()}
        autoComplete="name"
        maxLength={80}
        {...form.text('name')}
      />
      <div className="grid gap-3">
        <PasswordField label={m.identity_password_new()} autoComplete="new-password" {...form.text('password')} />
        <PasswordMeter password={form.values.password} limits={limits} />
      </div>
      <Button type="submit" size="l" busy={busy}>
        {m.identity_create()}
      </Button>
    </Form>
  )
}
