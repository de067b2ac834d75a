import type pg from 'pg'
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

/** A planted bug whose runs meet: `count` of them have come to `part`, of the statement before it is changed, before one goes on. */
export function metAt(part: string | RegExp, count: number, plant: (text: string) => string) {
  const meet = meetingAt(part, count)
  return async (text: string) => {
    await meet(text)
    return plant(text)
  }
}

type Late = { at: RegExp; plant: (text: string) => string }
/** With that bug planted, `work` comes to its first statement of `at`, before it is changed, and goes on once `act` is over. */
export async function lateAt(
  { intercept }: Pick<Shop, 'intercept'>,
  { at, plant }: Late,
  work: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const [there, over] = [Promise.withResolvers<true>(), Promise.withResolvers<void>()]
  let isThere = false
  intercept.current = async (text) => {
    if (!isThere && at.test(text)) {
      isThere = true
      there.resolve(true)
      await over.promise
    }
    return plant(text)
  }
  const working = work()
  expect(await Promise.race([there.promise, working]), 'came to where the other acts').toBe(true)
  await act()
  over.resolve()
  await working
  intercept.current = undefined
}

/** What a database function does where those meet whom `throughTheGate` lets through. */
export const GATE = 'perform pg_advisory_xact_lock_shared(4711);'
/** Keeps all that come to the `GATE` there until so many are, and so many more wait for one of those. */
export async function throughTheGate<T>(owner: pg.Pool, work: () => Promise<T>, there = 2, behind = 0): Promise<T> {
  const keeper = await owner.connect()
  await keeper.query('select pg_advisory_lock(4711)')
  const over = work()
  const held = `select wait_event = 'advisory' as there from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(held)
      expect(rows.filter((row) => row.there).length).toBeGreaterThanOrEqual(there)
      expect(rows.length).toBeGreaterThanOrEqual(there + behind)
    },
    { timeout: 30_000, interval: 10 },
  )
  await keeper.query('select pg_advisory_unlock(4711)')
  keeper.release()
  return over
}

/** Ends when `count` statements wait for a lock that another holds, or when `work` is over without. */
export async function overOrHeld({ karat }: Pick<Shop, 'karat'>, work?: Promise<unknown>, count = 1): Promise<void> {
  let over = false
  const end = () => {
    over = true
  }
  work?.then(end, end)
  await vi.waitFor(
    async () => {
      const held = await karat.db.rows(sql`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
      expect(over || held.length >= count).toBe(true)
    },
    { timeout: 30_000, interval: 10 },
  )
}
