/** A trade of grams against what its member has: their level, their day, the books, and where the money of a sale goes. */
import type { Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { countSale, requireMayHold, takeDayLimit } from '../kyc/take-day-limit.ts'
import { type Minor, minor } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import type { TradeView } from './contract.ts'
import { type Made, makeTrade, type Written } from './deal.ts'
import type { balancesOf } from './holder.ts'
import { payProceeds } from './pay-proceeds.ts'
import { requireEnough } from './uncleared.ts'

/**
 * `before`: what the member has for it; their place is held, so that it is still there when it is posted. `asked`: what of their cash banks ask
 * back. `tax`: what is to be there beside the price.
 */
type Settling = Made & {
  before: Awaited<ReturnType<typeof balancesOf>>
  asked: bigint
  tax: Minor
  destinationId: string | null
}

/**
 * Refuses balance_too_low; for a purchase cash_disputed where it would spend what a bank asks back, verification_required when the member's
 * level does not hold so much or their day does not take it, and as makeTrade; for a sale as payProceeds.
 */
export async function settleDeal(
  tx: Tx,
  karat: Bag<'vault'>,
  { before, asked, tax, destinationId, ...deal }: Settling,
): Promise<{ made: Written; proceeds: TradeView['proceeds'] }> {
  await requireBalances(tx, karat, { ...deal, before, asked, tax })
  const made = await makeTrade(tx, deal)
  const { id: tradeId, holderId } = deal
  const sold = { tradeId, holderId, amount: deal.deal.amount, destinationId }
  return { made, proceeds: deal.side === 'sell' ? await payProceeds(tx, karat, deal.holder, sold) : null }
}

async function requireBalances(
  tx: Tx,
  karat: Bag<'vault'>,
  { id, holder, side, deal, before, asked, tax }: Omit<Settling, 'destinationId'>,
): Promise<void> {
  const { memberId, store, currency } = holder
  const { cash, gold, goldHeld } = before
  if (side === 'sell') {
    if (gold < deal.weight) throw new Refusal('balance_too_low')
    const reference = `trade:${id}`
    await countSale(tx, { memberId, store: storeOf(karat, store), currency, amount: deal.amount, reference })
    return
  }
  const due = minor(deal.amount + tax)
  requireEnough({ cash, asked }, due, holder)
  await requireMayHold(tx, holder, gold + goldHeld + deal.weight)
  await takeDayLimit(tx, {
    ...{ memberId, store: storeOf(karat, store), kind: 'vault', currency },
    ...{ amount: due, reference: `trade:${id}` },
  })
}
