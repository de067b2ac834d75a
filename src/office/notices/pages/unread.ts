/** How many notices wait to be read: known once for the whole page, asked again by the bell and by whoever reads one. */
import { useSyncExternalStore } from 'react'
import { officeGet } from '../../kit/pages/office-client.ts'

/** `version` changes whenever the list is another one, also where the count, which ends at 100, says the same. */
type Unread = { unread: number; version: number }
const none: Unread = { unread: 0, version: 0 }

let known = none
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnread = (): Unread =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => none,
  )

/** Asks how many; after one was read, whatever the answer is. */
export async function refreshUnread(isOneRead = false): Promise<void> {
  const { unread } = await officeGet<{ unread: number }>('/notices/count', {}, { quiet: true })
  if (unread === known.unread && !isOneRead) return
  known = { unread, version: known.version + 1 }
  for (const listener of listeners) listener()
}
