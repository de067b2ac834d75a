import type { Tx } from '../db/database.ts'
import { isClosed } from '../identity/member-queries.ts'
import type { Currency } from '../money/money.ts'
import { hasRoom } from './deposit-float.ts'
import { balancesOf, type Holder, holdPlace } from './holder.ts'
import { releaseBuys } from './limits/end-limit.ts'
import { releasePayables } from './payables/set-aside.ts'

type Payer = { member_id: string; store: string; currency: Currency }

/** What a bank that takes money back finds with its member: their cash, and what is owed to them beside it or set aside to buy, which is their cash from now on. */
export async function cashToTake(tx: Tx, { member_id: memberId, store, currency }: Payer): Promise<bigint> {
  const holder: Holder = { memberId, store, currency }
  await holdPlace(tx, holder)
  await releasePayables(tx, holder)
  await releaseBuys(tx, holder)
  return (await balancesOf(tx, holder)).cash
}

/** Whether a member's cash balance with a store may take so much more: the store keeps balances and has room, and they are a member still. */
export async function mayHaveCash(
  tx: Tx,
  { member_id: memberId, store, currency }: Payer,
  amount: bigint,
): Promise<boolean> {
  if (await isClosed(tx, memberId)) return false
  await holdPlace(tx, { memberId, store })
  return hasRoom(tx, { store, currency, amount })
}
