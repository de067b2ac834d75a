/** The house's open metal position, revalued once a day (decision 0061). */

import { type Queryable, sql, type Tx } from '../db/database.ts'
import { goThrough } from '../db/in-steps.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import type { Karat } from '../karat.ts'
import { balanceOf, sumOf } from '../ledger/ledger-queries.ts'
import { houseAccount } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Minor, Weight } from '../money/money.ts'
import { findLastSpot } from '../pricing/last-spot.ts'
import { ticksNamedBy } from '../pricing/ticks-named-by.ts'
import type { Store } from '../stores/stores.ts'
import { gramsPromised } from './piece-queries.ts'
import { metalRevalued } from './revaluation-postings.ts'
import { openGrams, type Position, revalue, unrealised, type Valued } from './revaluation-rules.ts'

type Clocked = Pick<Karat, 'db' | 'now' | 'stores'>

/**
 * Revalues each store at the last spot, with the first call of its day by this clock; how many it were. Of any number of instances
 * one does it. Nothing is booked before there is a price, nor for a day that is not after the last one.
 */
export const revalueMetal = (karat: Clocked): Promise<number> =>
  goThrough(karat.stores.values(), (store) => revalueStore(karat, store))

async function revalueStore({ db, now }: Clocked, store: Store): Promise<number> {
  const at = now()
  if (!(await isDue(db, store, at))) return 0
  const position = await inOneSnapshot(db, (on) => readPosition(on, store.code))
  return db.transaction(async (tx) => {
    // Whoever comes next sees this one: the clocks of two instances may be on two days.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`metal:${store.code}`}, 0))`)
    return (await isDue(tx, store, at)) ? book(tx, store, { at, position }) : 0
  })
}

async function book(tx: Tx, store: Store, { at, position }: { at: number; position: Position }): Promise<number> {
  const { code, currency, timeZone } = store
  const price = await findLastSpot(tx, currency)
  if (!price) return 0
  const before = await findLast(tx, code)
  const now = revalue(before ?? null, openGrams(position), price.spot)
  const change = unrealised(now) - (before ? unrealised(before) : 0n)
  const row = await tx.row<{ day: string }>(sql`
    insert into catalogue.revaluations (store, day, currency, tick_id, price_minor, vault_e4, stock_e4, promised_e4, value_minor, basis_minor, change_minor)
    values (${code}, ${dayAt(at, timeZone)}, ${currency}, ${price.tickId}, ${price.spot}, ${position.vault}, ${position.stock},
      ${position.promised}, ${now.value}, ${now.basis}, ${change}) returning day::text`)
  if (row && change !== 0n) await postTransfer(tx, metalRevalued({ store: code, day: row.day, currency, change }))
  return 1
}

const dayAt = (at: number, timeZone: string) => sql`(to_timestamp(${at} / 1000.0) at time zone ${timeZone})::date`

async function isDue(db: Queryable, { code, timeZone }: Store, at: number): Promise<boolean> {
  const later = await db.row(sql`
    select 1 from catalogue.revaluations where store = ${code} and day >= ${dayAt(at, timeZone)} limit 1`)
  return later === undefined
}

const findLast = (db: Queryable, store: string) =>
  db.row<Valued>(sql`
    select open_e4 as grams, value_minor as value, basis_minor as basis from catalogue.revaluations
    where store = ${store} order by day desc limit 1`)

async function readPosition(db: Queryable, store: string): Promise<Position> {
  const [vault, pledged, short, stock, raw, promised] = await Promise.all([
    balanceOf(db, houseAccount(store, 'vault', 'XAU')),
    balanceOf(db, houseAccount(store, 'pledged', 'XAU')),
    sumOf(db, houseAccount(store, 'vault_shortage', 'XAU')),
    balanceOf(db, houseAccount(store, 'shop_stock', 'XAU')),
    balanceOf(db, houseAccount(store, 'raw_gold', 'XAU')),
    gramsPromised(db, store),
  ])
  // What lost bars left short is the house's; beyond its own grams it owes them, which is no position.
  const own = vault + pledged + short
  return { vault: own > 0n ? own : 0n, stock: stock + raw, promised }
}

/** The open position of a store at this moment, in units of 0.0001 g. */
export const readOpenGrams = async (db: Queryable, store: string): Promise<bigint> =>
  openGrams(await readPosition(db, store))

/** Ticks that a revaluation is priced by. */
export const revaluedTicks = ticksNamedBy([sql`catalogue.revaluations`, sql`tick_id`])

/** The open position of a store as it was valued last, by day; undefined before that. */
export const lastRevaluation = (db: Queryable, store: string) =>
  db.row<{ grams: Weight; unrealised: Minor; day: string }>(sql`
    select open_e4 as grams, unrealised_minor as unrealised, day::text from catalogue.revaluations
    where store = ${store} order by revaluations.day desc limit 1`)
