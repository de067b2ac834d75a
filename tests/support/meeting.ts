import { expect, vi } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'

/** Holds the first statements that have `part` in them until `count` have come, so that all of them have looked before one acts. */
export function meetingAt(part: string | RegExp, count: number): (text: string) => Promise<void> {
  const waiting: (() => void)[] = []
  const isMeant = (text: string) => (typeof part === 'string' ? text.includes(part) : part.test(text))
  return async (text) => {
    if (!isMeant(text) || waiting.length >= count) return
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === count) for (const go of waiting) go()
    })
  }
}

/** Ends when a statement waits for a lock that another holds, or when `work` is over without one. */
export async function overOrHeld({ karat }: Pick<Shop, 'karat'>, work?: Promise<unknown>): Promise<void> {
  let over = false
  const end = () => {
    over = true
  }
  work?.then(end, end)
  await vi.waitFor(
    async () => {
      const held = await karat.db.rows(sql`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
      expect(over || held.length > 0).toBe(true)
    },
    { timeout: 30_000, interval: 10 },
  )
}
