/** What the database said last, for pages that are shown while it is away. */
import { isUnavailable } from './database.ts'

export type LastKnown = {
  /** What `read` gives; when it fails because the database gave no answer, what it gave last under `key`. */
  of<T>(key: string, read: () => Promise<T>): Promise<T>
}

/** Keys are few by their making (a store, a currency, a language); the oldest goes beyond `most`. */
export function openLastKnown(most = 200): LastKnown {
  const known = new Map<string, unknown>()
  return {
    async of<T>(key: string, read: () => Promise<T>): Promise<T> {
      try {
        const now = await read()
        known.delete(key)
        known.set(key, now)
        for (const oldest of known.keys()) if (known.size > most) known.delete(oldest)
        return now
      } catch (error) {
        if (!known.has(key) || !isUnavailable(error)) throw error
        return known.get(key) as T
      }
    },
  }
}
