/** /freezeAccount: behind the link of an alarm. One press freezes; opening the page does nothing. */
import * as m from '../../locale/paraglide/messages.js'
import { clearSession } from '../../ui/session.ts'
import { LinkAction } from './link-action.tsx'

export default function FreezeAccountPage() {
  return (
    <LinkAction
      title={m.identity_freeze_title()}
      lead={m.identity_freeze_lead()}
      action={m.identity_freeze_action()}
      call="/user/freezeAccount"
      danger
      onDone={clearSession}
      done={{
        title: m.identity_freeze_done(),
        text: m.identity_freeze_done_text(),
        way: { to: '/unlockAccount', name: m.identity_unlock() },
      }}
      otherwise={{ text: m.identity_freeze_otherwise(), way: { to: '/contactUs', name: m.identity_link_contact() } }}
    />
  )
}
