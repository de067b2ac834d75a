/** /user/settingPwd: every account has a password from its first minute, so this page says so and leads to where it changes. */
import * as m from '../../locale/paraglide/messages.js'
import { PageTitle } from '../../ui/page-title.tsx'
import { AlreadySet } from './already-set.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export default function SettingPasswordPage() {
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.identity_setting_password_title()}</PageTitle>
      <h1 className="h1">{m.identity_setting_password_title()}</h1>
      <AlreadySet
        text={m.identity_setting_password_is()}
        to="/user/changePwd"
        action={m.identity_setting_password_change()}
      />
    </div>
  )
}
