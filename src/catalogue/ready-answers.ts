/** Answers kept as the bytes that are sent, each for one state of prices and catalogue. */

/** What an answer was made from: it is served only while all three are the same. */
export type MadeFrom = { prices: number; state: string; catalogue: number }
type Ready = MadeFrom & { body: Buffer; bytes: number }
type ReadyAnswers = {
  /** The bytes for `key`, made by `make` unless those kept are of exactly this moment. */
  get(key: string, from: MadeFrom, make: () => Buffer): Buffer
  /** How much is kept. */
  size(): { count: number; bytes: number }
}

/** Keeps at most `count` answers and `bytes` bytes, keys included; what was asked for longest ago goes first. */
export function openReadyAnswers(most: { count: number; bytes: number }): ReadyAnswers {
  const kept = new Map<string, Ready>()
  let bytes = 0

  function drop(key: string) {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, ready: Ready) {
    kept.set(key, ready)
    bytes += ready.bytes
    for (const oldest of kept.keys()) {
      if (kept.size <= most.count && bytes <= most.bytes) break
      drop(oldest)
    }
  }

  return {
    get(key, { prices, state, catalogue }, make) {
      const known = kept.get(key)
      if (known?.prices === prices && known.catalogue === catalogue && known.state === state) {
        kept.delete(key)
        kept.set(key, known)
        return known.body
      }
      const body = make()
      drop(key)
      keep(key, { prices, state, catalogue, body, bytes: body.length + key.length * 2 })
      return body
    },
    size: () => ({ count: kept.size, bytes }),
  }
}
