/** /verifyAccount: behind the link that a new e-mail address gets. */
import * as m from '../../locale/paraglide/messages.js'
import { LinkAction } from './link-action.tsx'

export default function VerifyAccountPage() {
  return (
    <LinkAction
      title={m.identity_verify_mail_title()}
      lead={m.identity_verify_mail_lead()}
      action={m.identity_verify_mail_action()}
      call="/user/verifyAccount"
      done={{
        title: m.identity_verify_mail_done(),
        text: m.identity_verify_mail_done_text(),
        way: { to: '/user', name: m.identity_verify_mail_to_account() },
      }}
      otherwise={{
        text: m.identity_verify_mail_otherwise(),
        way: { to: '/user/changeEmail', name: m.identity_change_email_title() },
      }}
    />
  )
}
