/** /user/changeEmail: the new address and the password; the link in its message makes the change. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import type { UserInfoView } from '../contract.ts'
import { maskEmail } from '../masking-rules.ts'
import type { Route } from './+types/change-email-page'
import { AskEmailForm, type EmailWish } from './ask-email-form.tsx'
import { ChangeFrame, WhatFollows } from './change-frame.tsx'
import { againIn, SendAgain } from './send-again.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const AGAIN_SECONDS = 60
type Sent = EmailWish & { againAt: string }

export const clientLoader = () => dataOf(get<UserInfoView>('/user/userInfo'))

export default function ChangeEmailPage({ loaderData: user }: Route.ComponentProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  if (sent)
    return (
      <ChangeFrame
        title={m.identity_change_email_sent()}
        lead={m.identity_change_email_sent_lead({ email: sent.email })}
      >
        <p className="text-ink-2">{m.identity_change_email_sent_text()}</p>
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
      title={m.identity_change_email_title()}
      lead={
        user.email ? m.identity_change_email_lead({ email: maskEmail(user.email) }) : m.identity_change_email_first()
      }
    >
      <AskEmailForm
        call="/user/changeEmail"
        label={m.identity_change_email_new()}
        action={m.identity_change_email_action()}
        onSent={(wish) => setSent({ ...wish, againAt: againIn(AGAIN_SECONDS) })}
      >
        <WhatFollows />
      </AskEmailForm>
    </ChangeFrame>
  )
}
