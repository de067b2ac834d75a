/** How many notices wait to be read: known once for the whole page, asked again by the bell and by whoever reads one. */
import { useSyncExternalStore } from 'react'
import { officeGet } from '../../kit/pages/office-client.ts'

let unread = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )

export async function refreshUnread(): Promise<void> {
  const found = await officeGet<{ unread: number }>('/notices/count', {}, { quiet: true })
  if (found.unread === unread) return
  unread = found.unread
  for (const listener of listeners) listener()
}
