/** /login: account with password or one-time code, the second step of a browser that is not known; then back to the page that asked. */
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { keepDevice, signIn } from '../../ui/session.ts'
import type { SecondStepView, SignedInView } from '../contract.ts'
import type { Route } from './+types/log-in-page'
import { AccountFrame } from './account-frame.tsx'
import { type FirstStep, LogInForm } from './log-in-form.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { returnPath } from './return-path.ts'
import { SecondStep } from './second-step.tsx'
import { useReturn } from './use-return.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { settings, config } = context.get(pageContext).karat
  return { againSeconds: settings.code.againSeconds, demo: config.DEMO }
}

export default function LogInPage({ loaderData: { againSeconds, demo } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [begun, setBegun] = useState<(SecondStepView & FirstStep) | null>(null)
  const [account, setAccount] = useState('')
  useReturn()

  /** A session is open, or a further step is asked for. */
  async function goOn(answer: SignedInView | SecondStepView, first: FirstStep) {
    if ('sign_in_id' in answer) {
      setAccount(first.account)
      setBegun({ ...answer, ...first })
      return
    }
    keepDevice(answer.device_token)
    signIn(answer.token, answer.userInfo)
    await navigate(returnPath(), { replace: true })
  }

  if (begun)
    return (
      <AccountFrame
        title={isCodeOnly(begun) ? m.identity_code_title() : m.identity_second_title()}
        lead={leadOf(begun)}
      >
        {demo && <MailboxHint />}
        <SecondStep
          key={begun.sign_in_id}
          begun={begun}
          againSeconds={againSeconds}
          onAnswer={goOn}
          onBack={() => setBegun(null)}
        />
      </AccountFrame>
    )
  return (
    <AccountFrame title={m.ui_log_in()} lead={m.identity_log_in_lead()}>
      <LogInForm account={account} onAnswer={goOn} />
      <div className="mt-3">
        <PasskeyButton kind="ghost" onSignedIn={(answer) => goOn(answer, { account, by: 'password' })} />
      </div>
      <MoreWays />
    </AccountFrame>
  )
}

const isCodeOnly = ({ by, ways }: SecondStepView & FirstStep) => by === 'code' && ways[0] === 'code'

function leadOf(begun: SecondStepView & FirstStep): string {
  if (begun.ways[0] !== 'code') return m.identity_way_lead()
  return isCodeOnly(begun) ? m.identity_code_lead({ account: begun.account }) : m.identity_second_lead()
}

/** What else somebody may want who cannot or need not sign in. */
function MoreWays() {
  const [search] = useSearchParams()
  return (
    <div className="mt-8 grid gap-1 border-t border-line pt-6 text-ink-2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {m.identity_have_none()}
        <Link to={`/signup?${search}`} className="link min-h-11">
          {m.identity_sign_up()}
        </Link>
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5">
        {m.identity_locked_out()}
        <Link to="/unlockAccount" className="link min-h-11">
          {m.identity_unlock()}
        </Link>
      </p>
    </div>
  )
}
