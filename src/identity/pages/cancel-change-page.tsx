/** /cancelChange: behind the link that the old e-mail address or number gets when a change is asked for. */
import * as m from '../../locale/paraglide/messages.js'
import { clearSession } from '../../ui/session.ts'
import { LinkAction } from './link-action.tsx'

export default function CancelChangePage() {
  return (
    <LinkAction
      title={m.identity_cancel_change_title()}
      lead={m.identity_cancel_change_lead()}
      action={m.identity_cancel_change_action()}
      call="/user/cancelChange"
      onDone={clearSession}
      done={{
        title: m.identity_cancel_change_done(),
        text: m.identity_cancel_change_done_text(),
        way: { to: '/forgotpassword', name: m.identity_forgot_title() },
      }}
      otherwise={{ text: m.identity_freeze_otherwise(), way: { to: '/contactUs', name: m.identity_link_contact() } }}
    />
  )
}
