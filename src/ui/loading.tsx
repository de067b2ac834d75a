/** The loading veil: appears when work lasts longer than 400 ms, fades in and out in 400 ms (seed §9). */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { useQuestion } from './asking.ts'
import { Kawung } from './wordmark.tsx'

const DELAY_MS = 400
let running = 0
const listeners = new Set<() => void>()

function change(next: number) {
  running = next
  for (const listener of listeners) listener()
}

/** Shows the veil while `work` runs. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  change(running + 1)
  try {
    return await work
  } finally {
    change(Math.max(0, running - 1))
  }
}

/** Closes the veil whatever is still running: a dialog has to be seen. */
export const closeLoading = () => change(0)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function LoadingVeil() {
  const working = useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )
  const navigation = useNavigation()
  const here = useLocation().pathname
  // A search that only changes the address of the same page shows its own progress; a page that is there is not moved to.
  const moving = navigation.state === 'loading' && navigation.location.pathname !== here
  // A dialog has to be seen, whatever waits behind it.
  const asked = useQuestion() !== null
  const busy = (working || moving) && !asked
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!busy) return setOpen(false)
    const timer = setTimeout(() => setOpen(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <div className="veil" data-open={open} role="status">
      <Kawung className="size-8 fill-gold" />
      <span className="sr-only">{open ? m.ui_loading() : ''}</span>
    </div>
  )
}
