/** Files that many ask for at once, kept for a moment. */
const LONGEST_MS = 60_000
const MOST_BYTES = 8 * 1024 * 1024

type Kept = { file: Promise<Buffer>; until: number; bytes: number }

/**
 * Those who come while a file is being read wait for that reading. A file is kept for at most a minute, so one that is deleted is
 * soon seen nowhere; together they are at most 8 MiB, of which those that were read first go.
 */
export function openFileMemory(now: () => number) {
  const kept = new Map<string, Kept>()
  let bytes = 0

  function drop(name: string) {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  return {
    get(name: string): Promise<Buffer> | undefined {
      const one = kept.get(name)
      if (one && one.until > now()) return one.file
      drop(name)
    },
    read(name: string, read: () => Promise<Buffer>): Promise<Buffer> {
      const one: Kept = { file: read(), until: now() + LONGEST_MS, bytes: 0 }
      drop(name)
      kept.set(name, one)
      return one.file.then(
        (content) => {
          if (kept.get(name) !== one) return content
          one.bytes = content.length
          bytes += one.bytes
          for (const oldest of kept.keys()) {
            if (bytes <= MOST_BYTES) break
            drop(oldest)
          }
          return content
        },
        (error) => {
          if (kept.get(name) === one) drop(name)
          throw error
        },
      )
    },
  }
}
