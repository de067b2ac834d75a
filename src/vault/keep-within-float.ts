/** Money that comes to a member unasked: the gain of a cancelled order, a purchase that was undone, a payout that came back (product.md §7, decision 0098). */
import { isStopped } from '../cases/stops.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { defaultDestination } from '../payouts/destination-queries.ts'
import { settings } from '../settings.ts'
import { isOn } from '../stores/stores.ts'
import { hasRoom } from './deposit-float.ts'
import { type Holder, holdPlace } from './holder.ts'
import { setAside } from './payables/set-aside.ts'

type Came = {
  amount: bigint
  /** An account has just refused it or sent it back: it is not asked again by itself. */
  isBack?: true
}

/**
 * So much has come into the member's cash in this transaction. Beyond the ceiling of the store's float it is owed instead, and paid out to
 * their usual account as soon as it may leave, or once they name one, and they are told. False: it is owed, and whoever says where the money is
 * says so. What comes to a store without balances a round sets aside; of a member whom a case stops nothing moves.
 *
 * Their place is held by the caller, who took it before the record that the money comes from (decision 0104).
 */
export async function keepWithinFloat(
  tx: Tx,
  karat: Pick<Karat, 'config'>,
  holder: Holder,
  { amount, isBack }: Came,
): Promise<boolean> {
  const { memberId, store } = holder
  if (amount <= 0n || !settings.cash.stores[store] || (await isStopped(tx, memberId))) return true
  const holderId = await holdPlace(tx, holder)
  if (await hasPlace(tx, holder)) return true
  const destinationId = isBack ? null : await defaultDestination(tx, holder)
  await setAside(tx, karat, holder, { holderId, amount, tradeId: null, destinationId })
  return false
}

/**
 * Whether the float has room for what is in it by now: none where the store may keep no balances. Counted only once it is near its ceiling:
 * until then sales wait for no other.
 */
export async function hasPlace(tx: Tx, { store, currency }: Holder): Promise<boolean> {
  const now = await tx.row<{ on: boolean; near: boolean }>(sql`
    select ${isOn(sql`${store}`, 'cash_balance')} as "on",
      exists (select from vault.float_alarms where store = ${store} and ended_at is null) as near`)
  return now?.on === true && (!now.near || (await hasRoom(tx, { store, currency, amount: 0n })))
}
