/** Lets code outside React move through the router; the root hands its navigate function in. */
import { innerPath } from './inner-path-rules.ts'

type Go = (path: string, options?: { replace?: boolean }) => void

let go: Go = (path, options) => (options?.replace ? location.replace(path) : location.assign(path))

export const setGo = (navigate: Go) => {
  go = navigate
}

export const goTo: Go = (path, options) => go(path, options)

let pending: string | null = null
/** The page that is on its way while another one is still shown; the root says so. */
export const setPending = (path: string | null) => {
  pending = path
}

const KEY = 'returnTo'

/**
 * To the sign-in page, which brings the member back to where they were, or were going. The page that is replaced is that one:
 * where it has not come yet, the page before it stays in the history.
 */
export function goToLogin({ replace = false } = {}) {
  rememberReturn(pending ?? location.pathname + location.search)
  goTo('/login', { replace: replace && pending === null })
}

export function rememberReturn(path: string) {
  if (path !== '/login') sessionStorage.setItem(KEY, path)
}

/** Where to go after signing in, once: the page that asked for it, else the member's home. Only ever a path of this site. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(KEY) ?? ''
  sessionStorage.removeItem(KEY)
  return innerPath(path) ?? '/user'
}
