/** What a store asks and bids before its staff have said anything. */
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

/** A store begins with the spread of settings.ts, which its staff confirm or change before it is opened. */
export async function addFirstSpread(tx: Queryable, store: string, by: string): Promise<void> {
  const { askBps, bidBps } = settings.price.firstSpread
  await tx.run(sql`insert into pricing.spreads (store, ask_bps, bid_bps, set_by, reason)
    values (${store}, ${askBps}, ${bidBps}, ${by}, 'first')`)
  await tx.run(sql`select pg_notify('karat_price', '')`)
}

/** Whether its staff have set one since. */
export async function hasOwnSpread(db: Queryable, store: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from pricing.spreads where store = ${store} offset 1 limit 1`)
  return row !== undefined
}
