/** Asks again and again while somebody looks: only in a visible tab, and less often the longer nothing happens. */
import { useEffect, useRef } from 'react'

const FIRST_MS = 2_000
const LONGEST_MS = 30_000
const GROWTH = 1.4

/** Calls `look` until `active` is false. A tab that becomes visible again asks at once and starts over; a failed look is tried again. */
export function usePolling(look: () => Promise<unknown>, active: boolean) {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!active) return
    let wait = FIRST_MS
    let timer = setTimeout(ask, wait)
    let asking = false
    let stopped = false

    async function ask() {
      asking = true
      if (document.visibilityState === 'visible') await latest.current().catch(() => {})
      asking = false
      wait = Math.min(LONGEST_MS, wait * GROWTH)
      if (!stopped) timer = setTimeout(ask, wait)
    }
    function seen() {
      if (document.visibilityState !== 'visible') return
      wait = FIRST_MS
      if (asking) return
      clearTimeout(timer)
      void ask()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [active])
}
