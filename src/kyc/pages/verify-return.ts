/** Where a member came from who has to verify first: kept for this tab, so that it survives every step. */
import { innerPath } from '../../ui/inner-path-rules.ts'

const KEY = 'verifyReturn'

/** Keeps what `?return=` names, and tells what is kept. Only ever a path of this site. */
export function keptReturn(search: URLSearchParams): string | null {
  const path = innerPath(search.get('return'))
  if (path) sessionStorage.setItem(KEY, path)
  return innerPath(sessionStorage.getItem(KEY))
}

export const forgetReturn = () => sessionStorage.removeItem(KEY)
