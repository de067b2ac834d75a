/** What of a cash balance may pay an order now; the rest waits, because a bank can still take it back. */
import { minorOf } from '../../ui/price.ts'
import type { HoldingView } from '../../vault/contract.ts'

export type CashBalance = Pick<HoldingView, 'cash' | 'stays'>
type Spendable = {
  free: bigint
  /** Of the whole balance; 0 where it is enough. */
  missing: bigint
  /** There is enough, and not all of it may be spent. */
  mayNot: boolean
  /** When all of it may; null where that is known of nothing that waits, or nothing waits. */
  clearsAt: string | null
}

export function spendable(
  { total, currency }: { total: string; currency: string },
  { cash, stays }: CashBalance,
): Spendable {
  const [due, all] = [minorOf(total, currency), minorOf(cash, currency)]
  const free = all - (stays ? minorOf(stays.cash, currency) : 0n)
  const clearsAt = stays && !stays.is_disputed ? stays.clears_at : null
  return { free, missing: due > all ? due - all : 0n, mayNot: due <= all && due > free, clearsAt }
}
