/** One line at the top centre, 3000 ms, 16 px from the edge (seed §9). Part of every page: it also says that files are missing. */
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Icon } from './icon.tsx'
import { movingTo } from './moving-to.ts'

const TOAST_MS = 3000
const LEAVING_MS = 200
const MOST = 3

type Toast = { id: number; text: string; type: 'error' | 'done' | 'on_the_way'; leaving: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export const toastError = (text: string) => show(text, movingTo() === undefined ? 'error' : 'on_the_way')
/** A refusal that leads to another page, or is met on the way to one: it is said there. */
export const toastOnTheWay = (text: string) => show(text, 'on_the_way')
export const toastDone = (text: string) => show(text, 'done')

function show(text: string, type: Toast['type']) {
  const id = ++lastId
  change([...toasts, { id, text, type, leaving: false }].slice(-MOST))
  setTimeout(() => change(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast))), TOAST_MS)
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), TOAST_MS + LEAVING_MS)
}

/** The reader goes to another page: what was refused on this one is over. What was done is still told, and so is what leads there. */
export const endRefusals = () => change(toasts.filter(({ type }) => type !== 'error'))
export const shownToasts = (): readonly Toast[] => toasts

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none: readonly Toast[] = []

/** Stands once, in the root, before there is anything to say: what is put into a live region is read out. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, shownToasts, () => none)
  const here = useLocation().pathname
  const goal = useNavigation().location?.pathname ?? here
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move ends what was refused before it
  useEffect(endRefusals, [goal])
  return (
    <div className="toasts" aria-live="polite">
      {shown.map(({ id, text, type, leaving }) => (
        <p
          key={id}
          className="toast"
          data-type={type === 'done' ? 'done' : 'error'}
          data-leaving={leaving}
          role={type === 'done' ? 'status' : 'alert'}
        >
          <Icon name={type === 'done' ? 'check-circle' : 'warning-circle'} />
          {text}
        </p>
      ))}
    </div>
  )
}
