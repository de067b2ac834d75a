/** Whether what all members have with a store leaves room for more (product.md §7: a closed float with a ceiling). */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { cashOfMembers } from '../ledger/ledger-queries.ts'
import type { Currency } from '../money/money.ts'
import { settings } from '../settings.ts'

type Money = { store: string; currency: Currency }

/**
 * What one store's members have and what of it is on its way, in minor units, without what is owed to them beside their balances (decision
 * 0083); null for a store without cash balances.
 */
export type CashFloat = { held: bigint; open: bigint; ceiling: bigint; alarmBps: bigint; alarm: boolean }

export async function readFloat(db: Queryable, { store, currency }: Money): Promise<CashFloat | null> {
  const cash = settings.cash.stores[store]
  if (!cash) return null
  const row = await db.row<{ open: bigint; held: bigint }>(sql`
    select (select coalesce(sum(amount_minor), 0)::bigint from vault.deposits where store = ${store} and currency = ${currency} and state = 'open') as open,
      ${cashOfMembers(store, currency)} - (
        select coalesce(sum(amount_minor), 0)::bigint from vault.payables
        where store = ${store} and currency = ${currency} and state = 'waiting') as held`)
  const { open, held } = row ?? { open: 0n, held: 0n }
  const { ceiling, alarmBps } = cash
  return { held, open, ceiling, alarmBps, alarm: (held + open) * 10_000n >= ceiling * alarmBps }
}

/** Whether so much more fits. Judged by one transaction of a store at a time, which counts what others have committed by then. */
export async function hasRoom(tx: Tx, { amount, ...money }: Money & { amount: bigint }): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${money.store}, 240))`)
  const float = await readFloat(tx, money)
  return float !== null && float.held + float.open + amount <= float.ceiling
}
