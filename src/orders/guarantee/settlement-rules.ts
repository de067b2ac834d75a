/** What giving up a paid order is settled at. Pure; docs/decisions/0009 has the reasons and a worked example. */
import { BPS_ONE, divideDown, divideUp, type Minor, minor, type PricePerGram, type Weight } from '../../money/money.ts'
import { buybackOf } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'

/** What was paid for an order, and its gold. */
export type Sold = { fineWeight: Weight; goods: Minor; delivery: Minor; insurance: Minor; tax: Minor }

/** `again`: everything that buying the same once more costs now. */
export type Now = { again: Minor; bid: PricePerGram }

export type Settlement = {
  /** What the house keeps of what was paid; zero when there is a gain. */
  kept: Minor
  /** What the member gets beyond what was paid. */
  gain: Minor
  /** What goes back to where it came from: everything paid less `kept`. */
  back: Minor
  /** More would be kept than the cap allows: such an order is not cancelled. */
  beyondCap: boolean
}

/**
 * Settles a cancellation at the live price, in both directions: the member gets what was paid, or what selling its fine
 * weight at the bid brings if that is more, and never more than buying the same again costs. So cancelling gains nobody more
 * than selling that fine weight would, and whoever cancels and buys again has gained nothing.
 *
 * Everything is as exact as the prices it is made of; the sale at the bid and the cap are rounded down.
 */
export function settleCancellation(sold: Sold, { again, bid }: Now): Settlement {
  const paid = paidFor(sold)
  const sale: bigint = buybackOf(sold.fineWeight, bid)
  const most = sale > paid ? sale : paid
  const value = most < again ? most : again
  const kept = value < paid ? paid - value : 0n
  return {
    kept: minor(kept),
    gain: minor(value > paid ? value - paid : 0n),
    back: minor(paid - kept),
    beyondCap: kept > capOf(sold.goods),
  }
}

/** The most that the house keeps of a cancelled order: a share of its goods, rounded down. */
export const capOf = (goods: Minor): Minor => minor(divideDown(goods * BigInt(settings.cancel.lossCapBps), BPS_ONE))

/** What the house keeps when a member leaves a sale after the time to cancel: a fixed share of the goods, rounded up. */
export const keptOnLeaving = (goods: Minor): Minor => minor(divideUp(goods * BigInt(settings.refund.leaveBps), BPS_ONE))

export const paidFor = ({ goods, delivery, insurance, tax }: Omit<Sold, 'fineWeight'>): bigint =>
  goods + delivery + insurance + tax
