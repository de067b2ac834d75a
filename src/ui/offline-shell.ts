/** Has the service worker registered once the page is there, and the last price noted when the page is left. */
import { useEffect, useRef } from 'react'
import { noteLastSeen } from './last-seen.ts'
import type { LivePrice } from './price.ts'

/** A first visit comes to life before its browser fetches the files for a day without network. */
const CALM_MS = 3000

export function useOfflineShell(price: () => LivePrice | null, timeZone: string) {
  const seen = useRef(price)
  seen.current = price
  useEffect(() => {
    // Under `npm run dev` files change under their names.
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
    const stop = new AbortController()
    const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
    const timer = setTimeout(register, CALM_MS)
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    const note = () => void noteLastSeen(seen.current(), timeZone).catch(() => {})
    note()
    addEventListener('pagehide', note, { signal: stop.signal })
    addEventListener('offline', note, { signal: stop.signal })
    return () => stop.abort()
  }, [timeZone])
}
