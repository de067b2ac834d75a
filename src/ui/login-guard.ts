/** The login guard (seed §5): what only a member may do asks a visitor to sign in first. */
import * as m from '../locale/paraglide/messages.js'
import { ask } from './asking.ts'
import { goToLogin, rememberReturn } from './go.ts'
import { clearSession, isLoggedIn } from './session.ts'

/** Why a guarded action did not happen; nothing needs to be said, the dialog has. */
export class LoginRequired extends Error {}

/**
 * Resolves for a member. A visitor is asked; either way the action is rejected, and "Log in" leads to /login, and from there or
 * from a sign-up to `onward`, where the action goes on; without it to the page they were on.
 */
export async function requireLogin(onward?: string): Promise<void> {
  if (isLoggedIn()) return
  if (
    await ask({
      title: m.ui_tips(),
      text: m.ui_login_needed(),
      confirm: m.ui_log_in(),
      cancel: m.ui_cancel(),
      tone: 'warn',
    })
  ) {
    clearSession()
    goToLogin()
    if (onward) rememberReturn(onward)
  }
  throw new LoginRequired('the member is not signed in')
}
