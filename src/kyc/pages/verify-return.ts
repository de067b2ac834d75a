/** Where a member came from who has to verify first: kept for this tab, so that it survives every step. */
import { sameOriginPath } from '../../identity/pages/return-path.ts'

const KEY = 'verifyReturn'

/** Keeps what `?return=` names, and tells what is kept. Only ever a path of this site. */
export function keptReturn(search: URLSearchParams): string | null {
  const path = sameOriginPath(search.get('return'), location.origin)
  if (path) sessionStorage.setItem(KEY, path)
  return sameOriginPath(sessionStorage.getItem(KEY), location.origin)
}

export const forgetReturn = () => sessionStorage.removeItem(KEY)
