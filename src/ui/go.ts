/** Lets code outside React move through the router; the root hands its navigate function in. */
type Go = (path: string, options?: { replace?: boolean }) => void

let go: Go = (path, options) => (options?.replace ? location.replace(path) : location.assign(path))

export const setGo = (navigate: Go) => {
  go = navigate
}

export const goTo: Go = (path, options) => go(path, options)

const KEY = 'returnTo'

/** To the sign-in page, which brings the member back to where they were. */
export function goToLogin({ replace = false } = {}) {
  rememberReturn(location.pathname + location.search)
  goTo('/login', { replace })
}

export function rememberReturn(path: string) {
  if (path !== '/login') sessionStorage.setItem(KEY, path)
}

/** Where to go after signing in, once: the page that asked for it, else the member's home. Only ever a path of this site. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(KEY) ?? ''
  sessionStorage.removeItem(KEY)
  return /^\/(?![/\\])/.test(path) ? path : '/user'
}
