/** The stores in memory: read again when the database says that one changed, and when a setting comes into force. */
import { type Db, sql } from '../db/database.ts'
import type { Listener } from '../db/listen.ts'
import { readStores, type Store } from './stores.ts'

type StoreMemory = {
  /** Every store by its code. The map stays the same; a store that changed is another object in it. */
  stores: Map<string, Store>
  /** Calls `changed` after every reading that found something else; a refresh resolves once that is over. */
  subscribe(changed: () => Promise<void>): void
  /** Reads everything anew; resolves when memory holds what was committed before the call, or it is tried again later. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type Opening = { db: Db; listener: Listener }
const RETRY_MS = 500
/** A timer of Node's takes no longer time. */
const LONGEST_MS = 86_400_000

export async function openStores({ db, listener }: Opening): Promise<StoreMemory> {
  const stores = new Map<string, Store>()
  const told = new Set<() => Promise<void>>()
  let held = ''
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let reading: Promise<void> = Promise.resolve()
  let nextReading: Promise<void> | undefined

  async function read() {
    nextReading = undefined
    // Asked first: what comes into force between the two is found by the second.
    const waits = await nextChange(db)
    const found = await readStores(db)
    later(waits ?? LONGEST_MS)
    const now = JSON.stringify([...found])
    if (now === held) return
    held = now
    for (const code of stores.keys()) if (!found.has(code)) stores.delete(code)
    for (const [code, store] of found) stores.set(code, store)
    await Promise.all([...told].map((changed) => changed()))
  }
  /** Any number of calls during one reading share the one after it. */
  function refresh(): Promise<void> {
    if (!nextReading) nextReading = reading = reading.catch(() => {}).then(read)
    return nextReading
  }
  const again = () => refresh().catch(() => later(RETRY_MS))
  function later(ms: number) {
    clearTimeout(timer)
    if (closed) return
    // A timer may come a little early; what is due is in force by then.
    timer = setTimeout(() => void again(), Math.min(ms + 5, LONGEST_MS))
    timer.unref()
  }

  await refresh()
  const heard = () => void again()
  listener.on('karat_stores', heard, heard)
  return {
    stores,
    subscribe: (changed) => void told.add(changed),
    refresh: again,
    async close() {
      closed = true
      clearTimeout(timer)
      await reading.catch(() => {})
    },
  }
}

/** Milliseconds until the next setting comes into force, or a licence is over. */
async function nextChange(db: Db): Promise<number | null> {
  const row = await db.row<{ ms: number | null }>(sql`
    select ceil(extract(epoch from min(at) - now()) * 1000)::int as ms
    from (select from_at from stores.settings union all select until_at from stores.licences where ended_at is null) as change (at)
    where at > now() and at < now() + interval '1 day'`)
  return row?.ms ?? null
}
