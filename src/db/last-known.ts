/** What the database said last, for pages that are shown while it is away. */
export type LastKnown = {
  /** What `read` gives; when it fails while nobody answers, what it gave last under `key`. */
  of<T>(key: string, read: () => Promise<T>): Promise<T>
}

/** Keys are few by their making (a store, a currency, a language); the oldest goes beyond `most`. */
export function openLastKnown(isAway: () => boolean, most = 200): LastKnown {
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
        if (!isAway() || !known.has(key)) throw error
        return known.get(key) as T
      }
    },
  }
}
