/** /freezeAccount: behind the link of an alarm. One press freezes; opening the page does nothing. */
import * as m from '../../locale/paraglide/messages.js'
import { clearSession } from '../../ui/session.ts'
import { LinkAction } from './link-action.tsx'

export default function FreezeAccountPage() {
  return (
    <LinkAction
      title={m.freeze_title()}
      lead={m.freeze_lead()}
      action={m.freeze_action()}
      call="/user/freezeAccount"
      danger
      onDone={clearSession}
      done={{
        title: m.freeze_done(),
        text: m.freeze_done_text(),
        way: { to: '/unlockAccount', name: m.account_unlock() },
      }}
      otherwise={{ text: m.freeze_otherwise(), way: { to: '/contactUs', name: m.link_contact() } }}
    />
  )
}
