import type { Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { defaultDestination } from '../payouts/destination-queries.ts'
import { settings } from '../settings.ts'
import type { Holder } from './holder.ts'
import { keepWithinFloat } from './keep-within-float.ts'
import { setAside } from './payables/set-aside.ts'

type Money = { holderId: string; amount: bigint; destinationId: string | null }

/**
 * What gold was bought back for is in the member's cash in this transaction; their place is held. It is paid out to the account that they
 * named as soon as it may leave, and so it is in a store without balances; else it stays in the balance, as far as the float has room.
 */
export async function payForPieces(
  tx: Tx,
  karat: Pick<Karat, 'config'>,
  holder: Holder,
  { holderId, amount, destinationId }: Money,
): Promise<void> {
  if (destinationId === null && settings.cash.stores[holder.store]) {
    await keepWithinFloat(tx, karat, holder, { amount })
    return
  }
  const to = destinationId ?? (await defaultDestination(tx, holder))
  await setAside(tx, karat, holder, { holderId, amount, tradeId: null, destinationId: to, because: 'gold_back' })
}
