/** Whether a store has the gold that it owes (G16), and the end of its sales when it has not. */
import { v7 as newId } from 'uuid'
import { numberedSku } from '../catalogue/piece-queries.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { gramsInParts, gramsOfMembers } from '../ledger/ledger-queries.ts'
import { amountOf } from '../money/money.ts'
import { owedInPieces } from '../orders/core/owed-pieces.ts'
import { giveNotice } from '../staff/notices/give-notice.ts'
import { nameOfStore } from '../stores/stores.ts'
import { type Backing, type Breach, breachOf } from './register/bar-rules.ts'

/** What the store owes and has in gold, all of one moment. Reads the balance of every member who ever had grams. */
export async function readBacking(db: Queryable, store: string): Promise<Backing> {
  const row = await db.row<Backing>(sql`
    select ${gramsOfMembers(store)} as members, ${owedInPieces(store, numberedSku(sql`l.sku_id`))} as pieces,
      (select coalesce(sum(fine_weight_e4), 0)::bigint from backing.bars where store = ${store} and state in ('available', 'in_transit')) as bars,
      ${gramsInParts(store, 'shop_stock')} as stock`)
  if (!row) throw new Error('nothing was read')
  return row
}

/** Nobody sells gold of the store, or reduces what it has, until `tx` ends; what was being sold has been committed. */
export const holdBacking = (tx: Tx, store: string) =>
  tx.run(sql`select pg_advisory_xact_lock(backing.lock_key(${store}))`)

/**
 * The one judge of both kinds of breach: where the store owes more gold than it has, nothing of gold is sold in it from this commit on,
 * until two people end that, and the staff are told. Selling gold to the house, transfers and refunds go on. Answers the breach. `tx` holds the backing.
 */
export async function judgeBacking(tx: Tx, store: string): Promise<Breach | null> {
  const breach = breachOf(await readBacking(tx, store))
  if (breach && (await freeze(tx, store, breach))) {
    const values = { owed: amountOf(breach.owed, 'XAU'), owned: amountOf(breach.owned, 'XAU') }
    const shop = await nameOfStore(tx, store)
    const letter = { template: 'alarm_frozen', values: { shop, ...values }, store } as const
    await giveNotice(tx, 'backing_short', { subject: { id: store, number: shop }, store }, letter)
  }
  return breach
}

/** Whether it was not frozen already. */
const freeze = async (tx: Tx, store: string, { cause, owed, owned }: Breach): Promise<boolean> =>
  (await tx.run(sql`
    insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (${newId()}, ${store}, ${cause}, ${owed}, ${owned})
    on conflict (store) where ended_at is null do nothing`)) > 0

/** Judges every store: looks first, and holds the store only where something is wrong. The stores that were found short. */
export async function judgeStores({ db, stores, log }: Pick<Karat, 'db' | 'stores' | 'log'>): Promise<string[]> {
  const short: string[] = []
  for (const { code } of stores.values()) {
    if (!breachOf(await readBacking(db, code))) continue
    const breach = await db.transaction(async (tx) => {
      await holdBacking(tx, code)
      return judgeBacking(tx, code)
    })
    if (!breach) continue
    short.push(code)
    log.error(
      { store: code, cause: breach.cause, owed: String(breach.owed), owned: String(breach.owned) },
      'gold is short',
    )
  }
  return short
}
