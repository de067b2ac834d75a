/** Where a visitor goes after signing in: only ever a page of this site. */
import { rememberReturn, takeReturn } from '../../ui/go.ts'
import { innerPath } from '../../ui/inner-path-rules.ts'

/** Keeps what `?return=` asks for, so that it survives the way through sign-up. */
export function keepReturn(search: URLSearchParams) {
  const path = innerPath(search.get('return'))
  if (path) rememberReturn(path)
}

/** The kept path, once. */
export const returnPath = takeReturn
