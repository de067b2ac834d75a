/** Where a visitor goes after signing in: only ever a page of this site. */
import { rememberReturn, takeReturn } from '../../ui/go.ts'

/** The path inside `wish` when it names a page of `origin`, else null. Read as the browser would read it, tabs and backslashes included. */
export function sameOriginPath(wish: string | null, origin: string): string | null {
  if (!wish?.startsWith('/') || !URL.canParse(wish, origin)) return null
  const { origin: itsOrigin, pathname, search, hash } = new URL(wish, origin)
  return itsOrigin === origin && !pathname.startsWith('//') ? pathname + search + hash : null
}

/** Keeps what `?return=` asks for, so that it survives the way through sign-up. */
export function keepReturn(search: URLSearchParams) {
  const path = sameOriginPath(search.get('return'), location.origin)
  if (path) rememberReturn(path)
}

/** The kept path, once. */
export const returnPath = (): string => sameOriginPath(takeReturn(), location.origin) ?? '/user'
