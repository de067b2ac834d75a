/** Where the money of a sale goes: the cash balance, or an account of the member's (decision 0083). */
import type { Tx } from '../db/database.ts'
import { requireNoPause } from '../identity/outgoing-pause.ts'
import type { Bag } from '../karat.ts'
import type { Minor } from '../money/money.ts'
import { defaultDestination, nameDestinations } from '../payouts/destination-queries.ts'
import { requireDestination } from '../payouts/require-destination.ts'
import { settings } from '../settings.ts'
import type { TradeView } from './contract.ts'
import type { Holder } from './holder.ts'
import { hasPlace } from './keep-within-float.ts'
import { requireNamed } from './payables/claim-payables.ts'
import { setAside } from './payables/set-aside.ts'
import { openPayout } from './payouts/open-payout.ts'
import { requireAmount } from './payouts/withdraw-cash.ts'
import { requireCleared } from './uncleared.ts'

type Sold = { tradeId: string; holderId: string; amount: Minor; destinationId: string | null }

/**
 * What was sold for is in the member's cash; their place is held. A store that keeps balances leaves it there, or pays it out at once to
 * the account that was named; beyond the ceiling of its float it owes it instead. A store without balances owes it, and pays it out as soon as
 * it may leave.
 *
 * Refuses, where an account was named: with a balance as a withdrawal does (outgoing_paused, as requireDestination, payout_amount,
 * payout_day_limit, as requireCleared); without one as requireNamed.
 */
export async function payProceeds(
  tx: Tx,
  karat: Bag<'vault'>,
  holder: Holder,
  sold: Sold,
): Promise<TradeView['proceeds']> {
  const { tradeId, holderId, amount, destinationId } = sold
  const { memberId, store } = holder
  if (!settings.cash.stores[store]) {
    if (destinationId) await requireNamed(tx, holder, destinationId)
    const to = destinationId ?? (await defaultDestination(tx, holder))
    await setAside(tx, karat, holder, { holderId, amount, tradeId, destinationId: to })
    return { go: 'waiting', account: await nameOf(tx, to) }
  }
  if (destinationId) {
    await requireNoPause(tx, memberId)
    await requireDestination(tx, holder, destinationId)
    await requireAmount(tx, karat, holder, amount)
    await requireCleared(tx, holder, 'cash', amount)
    await openPayout(tx, holder, { holderId, amount, destinationId, undoSeconds: settings.payouts.undoSeconds })
    return { go: 'account', account: await nameOf(tx, destinationId) }
  }
  if (await hasPlace(tx, holder)) return { go: 'balance', account: null }
  const to = await defaultDestination(tx, holder)
  await setAside(tx, karat, holder, { holderId, amount, tradeId, destinationId: to })
  return { go: 'waiting', account: await nameOf(tx, to) }
}

async function nameOf(tx: Tx, id: string | null) {
  return id === null ? null : ((await nameDestinations(tx, [id])).get(id) ?? null)
}
