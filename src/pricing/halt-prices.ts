import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'
import type { PromiseChoice } from './halt-rules.ts'

export type HaltDecision = { store: string; by: string; reason: string; guarantees?: PromiseChoice }
/** A halt as it began or has ended. `holdSeconds`: how long promises are held at most; null: they are honoured. */
export type Halt = { id: number; store: string; holdSeconds: number | null; lastedSeconds: number }
type Office = Pick<Karat, 'db' | 'prices'>

/**
 * A store's price is halted for every quote, guarantee and trade until staff resume it; the last number goes on being
 * shown. Every instance is told with the commit. False, and nothing written, when it was halted already.
 */
export const haltPrices = (karat: Office, decision: HaltDecision): Promise<boolean> =>
  decide(karat, (tx) => writeHalt(tx, decision))

/** A halted store's price is judged by its age alone again. False when it was not halted. */
export const resumePrices = (karat: Office, decision: HaltDecision): Promise<boolean> =>
  decide(karat, (tx) => writeResume(tx, decision))

async function decide({ db, prices }: Office, write: (tx: Queryable) => Promise<Halt | undefined>): Promise<boolean> {
  const changed = await db.transaction(write)
  await prices.refresh()
  return changed !== undefined
}

const halt = sql`id, store, hold_seconds as "holdSeconds",
  extract(epoch from coalesce(resumed_at, now()) - halted_at)::int as "lastedSeconds"`

/** `haltPrices` as a part of a transaction; undefined when it was halted already. */
export async function writeHalt(tx: Queryable, decision: HaltDecision): Promise<Halt | undefined> {
  const { store, by, reason, guarantees = 'honoured' } = decision
  const holdSeconds = guarantees === 'held' ? settings.price.holdSeconds : null
  const begun = await tx.row<Halt>(sql`
    insert into pricing.halts (store, halted_by, reason, guarantees, hold_seconds)
    values (${store}, ${by}, ${reason}, ${guarantees}, ${holdSeconds})
    on conflict (store) where resumed_at is null do nothing returning ${halt}`)
  await tellPrice(tx)
  return begun
}

/** `resumePrices` as a part of a transaction; undefined when it was not halted. */
export async function writeResume(tx: Queryable, { store, by, reason }: HaltDecision): Promise<Halt | undefined> {
  const ended = await tx.row<Halt>(sql`
    update pricing.halts set resumed_at = now(), resumed_by = ${by}, resumed_because = ${reason}
    where store = ${store} and resumed_at is null returning ${halt}`)
  await tellPrice(tx)
  return ended
}

/** Whether a halt of the store holds what was promised before it, as an SQL expression. */
export const holdsGuarantees = (store: string): Sql =>
  sql`exists (select from pricing.halts where store = ${store} and resumed_at is null and guarantees = 'held')`

const tellPrice = (tx: Queryable) => tx.run(sql`select pg_notify('karat_price', '')`)
