import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The token behind the # of a link from a message, taken out of the address at once, so that no history, bookmark or copied
 * address keeps it. Null when the page was opened without one, undefined until that is known.
 */
export function useLinkToken(): string | null | undefined {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link may be opened in the same tab
  useEffect(() => {
    const found = /^#([\w-]{43})$/.exec(window.location.hash)?.[1]
    if (found) history.replaceState(history.state, '', window.location.pathname + window.location.search)
    setToken((known) => found ?? known ?? null)
  }, [hash])
  return token
}
