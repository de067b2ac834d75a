/** /forgotpassword: sends the link that sets a new password; says the same whether there is such an account. */
import { useState } from 'react'
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, post } from '../../ui/api-client.ts'
import { deviceToken } from '../../ui/session.ts'
import type { Route } from './+types/forgot-password-page'
import { AccountAskForm } from './account-ask-form.tsx'
import { AccountFrame } from './account-frame.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { againIn, SendAgain } from './send-again.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { settings, config } = context.get(pageContext).karat
  return { againSeconds: settings.code.againSeconds, demo: config.DEMO }
}

export default function ForgotPasswordPage({ loaderData: { againSeconds, demo } }: Route.ComponentProps) {
  const [sent, setSent] = useState<{ account: string; againAt: string } | null>(null)
  if (!sent)
    return (
      <AccountFrame title={m.identity_forgot_title()} lead={m.identity_forgot_lead()}>
        <AccountAskForm
          call="/user/forgotPassword"
          action={m.identity_forgot_action()}
          onSent={(account) => setSent({ account, againAt: againIn(againSeconds) })}
        />
        <BackToLogIn />
      </AccountFrame>
    )
  return (
    <AccountFrame title={m.identity_forgot_sent_title()} lead={m.identity_forgot_sent_lead({ account: sent.account })}>
      {demo && <MailboxHint />}
      <p className="text-ink-2">{m.identity_forgot_sent_text()}</p>
      <div className="mt-6">
        <SendAgain
          againAt={sent.againAt}
          seconds={againSeconds}
          onAgain={(againAt) => setSent({ ...sent, againAt })}
          send={() => dataOf(post('/user/forgotPassword', { account: sent.account, ...deviceToken() }))}
        />
      </div>
      <BackToLogIn />
    </AccountFrame>
  )
}

export const BackToLogIn = () => (
  <p className="mt-8 border-t border-line pt-4">
    <Link to="/login" className="link min-h-11">
      {m.identity_back_to_log_in()}
    </Link>
  </p>
)
