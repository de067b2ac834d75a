/** A command tried with a fault at each of its statements in turn: whole or absent (G14). */
import { expect } from 'vitest'
import { type Db, raw, sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'

/** A try of a PIN counts whatever becomes of what it was typed for, and an instance says now and then that it lives. */
const others = ['identity.members', 'foundation.instances']

/**
 * Does `work` with a fault in place of its first statement, of its second and so on, the commit among them, until it goes through. After
 * each fault nothing may be stored: no table but `others` has a row that was not there before, or one less. Work that
 * goes through a door answers 500 then, other work throws; with the same idempotency key it is the client who asks again.
 */
export async function faultAtEach<T>(shop: Shop, work: () => Promise<T>): Promise<{ statements: number; done: T }> {
  const fault = new Error('planted fault')
  const look = await stored(shop.karat.db)
  for (let failing = 1; ; failing++) {
    const before = await look()
    let sent = 0
    shop.intercept.current = (text) => {
      if (++sent === failing) throw fault
      return text
    }
    const done = await work().catch((error) => {
      if (error !== fault) throw error
      return fault
    })
    shop.intercept.current = undefined
    await shop.karat.db.run(sql`update identity.members set pin_tries_used = 0, pin_wrong = 0 where pin_tries_used > 0`)
    const failed = done === fault || (done as { http?: number }).http === 500
    if (sent < failing) {
      expect(failed, 'fails by itself').toBe(false)
      return { statements: sent, done: done as T }
    }
    expect(failed, `a fault at statement ${failing} is said`).toBe(true)
    expect(await look(), `stored after a fault at statement ${failing}`).toEqual(before)
  }
}

/** Reads of every table how many rows it has and which transaction wrote the newest: what was rolled back is not among them. */
async function stored(db: Db): Promise<() => Promise<object>> {
  const tables = await db.rows<{ name: string }>(sql`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname <> all('{pg_catalog,information_schema,pricing,catalogue}') and schemaname || '.' || tablename <> all(${others}::text[])`)
  const each = tables.map(
    ({ name }) => `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name}) as "${name}"`,
  )
  return async () => (await db.row(sql`select ${raw(each.join(', '))}`)) ?? {}
}
