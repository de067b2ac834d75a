/** The auth check of pages outside the member area that only a member can use. */
import { replace } from 'react-router'
import { rememberReturn } from './go.ts'
import { clearSession, isLoggedIn } from './session.ts'

/** A visitor is sent to /login, and back to this page after signing in. */
export function requireMemberPage(request: Request): void {
  if (isLoggedIn()) return
  const { pathname, search } = new URL(request.url)
  clearSession()
  rememberReturn(pathname + search)
  throw replace('/login')
}
