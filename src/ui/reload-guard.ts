/** A page whose files cannot be loaded is loaded anew, once per path within 10 seconds (seed §9). */
import * as m from '../locale/paraglide/messages.js'
import { movingTo } from './moving-to.ts'
import { toastError } from './toast.tsx'

const WITHIN_MS = 10_000
const KEY = 'reloaded'

/** True when `path` may be reloaded now, and remembers that it was. */
export function mayReload(path: string, now: number, kept: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  const seen: Record<string, number> = JSON.parse(kept.getItem(KEY) ?? '{}')
  if (now - (seen[path] ?? Number.NEGATIVE_INFINITY) < WITHIN_MS) return false
  kept.setItem(KEY, JSON.stringify({ ...seen, [path]: now }))
  return true
}

let ours = false

/** Loads the page anew because the visitor chose something the server has to know. */
export function loadAnew(path = location.href) {
  ours = true
  if (path === location.href) location.reload()
  else location.assign(path)
}

function chunkFailed() {
  const path = movingTo() ?? location.pathname
  if (mayReload(path, Date.now(), sessionStorage)) loadAnew(path === location.pathname ? location.href : path)
  else toastError(m.ui_page_not_loaded())
}

const isChunk = (target: EventTarget | null) =>
  target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')

type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

/** From here on this guard answers for files that fail; until now reload-script.ts did. */
export function guardReloads() {
  Object.assign(window, { karatAwake: true })
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault()
    chunkFailed()
  })
  addEventListener('error', (event) => isChunk(event.target) && chunkFailed(), true)
  // Under `npm run dev` Vite reloads the page as it likes.
  if (import.meta.env.DEV) return
  // The router reloads by itself, without end, when a route's file is missing: its reload is taken over by ours.
  const navigation = (window as { navigation?: EventTarget }).navigation
  navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated, cancelable } = event as NavigateEvent
    if (navigationType !== 'reload' || userInitiated || !cancelable || ours) return
    event.preventDefault()
    chunkFailed()
  })
}
