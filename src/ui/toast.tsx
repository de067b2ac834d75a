/** One line at the top centre, 3000 ms, 16 px from the edge (seed §9). Part of every page: it also says that files are missing. */
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

const TOAST_MS = 3000
const LEAVING_MS = 200
const MOST = 3

type Toast = { id: number; text: string; type: 'error' | 'done'; leaving: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export const toastError = (text: string) => show(text, 'error')
export const toastDone = (text: string) => show(text, 'done')

function show(text: string, type: Toast['type']) {
  const id = ++lastId
  change([...toasts, { id, text, type, leaving: false }].slice(-MOST))
  setTimeout(() => change(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast))), TOAST_MS)
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), TOAST_MS + LEAVING_MS)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: readonly Toast[] = []

/** Stands once, in the root, before there is anything to say: what is put into a live region is read out. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div className="toasts" aria-live="polite">
      {shown.map(({ id, text, type, leaving }) => (
        <p
          key={id}
          className="toast"
          data-type={type}
          data-leaving={leaving}
          role={type === 'error' ? 'alert' : 'status'}
        >
          <Icon name={type === 'error' ? 'warning-circle' : 'check-circle'} />
          {text}
        </p>
      ))}
    </div>
  )
}
