/**
 * How a session ends, once, in every form and tab (seed §4, §8): what the end of one means to a call is decided here and
 * nowhere else. In the tab that hears of it a dialog says so and leads to /login; in any other, a page of the member area
 * goes there by itself.
 */
import * as m from '../locale/paraglide/messages.js'
import { judgeEnd, type KnownSessions, type SessionEnd } from './answer-rules.ts'
import { askAlone } from './asking.ts'
import { goTo, goToLogin } from './go.ts'
import { closeLoading } from './loading.tsx'
import {
  beginSession,
  clearSession,
  isLoggedIn,
  markLoggedOut,
  sessionElsewhere,
  setCartCount,
  token,
} from './session.ts'

let told: KnownSessions['told'] = null
let left: KnownSessions['left'] = null

/** Who leaves of their own accord is not told that their session is over, by an answer that comes late. */
export function leaveSession() {
  left = token()
  told = null
}

/**
 * A call that was sent with the token `sentWith` came back saying that its session is over. `wait`: the caller is never
 * answered, since its page is about to go away or gone. `replaced`: only this call is refused.
 */
export function endSession(why: SessionEnd, sentWith: string): 'wait' | 'replaced' {
  const verdict = judgeEnd(why, sentWith, { token: token(), told, left })
  if (verdict === 'tell') tell(why, sentWith)
  return verdict === 'replaced' ? 'replaced' : 'wait'
}

/** What was kept is gone before the dialog stands: a reload while it stands finds nothing. */
function tell(why: SessionEnd, sentWith: string) {
  told = { token: sentWith, why }
  closeLoading()
  clearSession()
  if (why === 'expired') markLoggedOut()
  const text = why === 'expired' ? m.ui_login_needed() : m.ui_pin_locked_out()
  void askAlone({ title: m.ui_tips(), text, confirm: m.ui_log_in(), tone: 'warn' }).then(
    (yes) => yes && leaveForLogin(),
  )
}

/** A session that another tab has opened meanwhile stays: /login leads its member back at once. */
function leaveForLogin() {
  if (!isLoggedIn()) clearSession()
  goToLogin({ replace: true })
}

/** Starts to mind what other tabs do to the session; stands in the browser's entry. */
export function mindSession() {
  // The '0' of a dialog that a reload cut short.
  if (!isLoggedIn()) clearSession()
  beginSession()
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === 'token' && oldValue && oldValue !== token()) left = oldValue
    if (key === null || key === 'isLogin' || key === 'userInfo') follow()
  })
}

function follow() {
  const now = sessionElsewhere()
  if (now === 'another') return location.reload()
  if (isLoggedIn()) told = null
  if (now !== 'gone') return
  left = token() || left
  told = null
  setCartCount(0)
  // Asked for anew, a page of the member area is sent to /login by its guard; a public page stays.
  goTo(location.pathname + location.search, { replace: true })
}
