/** What giving up a paid order is settled at. Pure; docs/decisions/0009 has the reasons and a worked example. */
import {
  BPS_ONE,
  divideDown,
  divideUp,
  type Minor,
  minor,
  type PricePerGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
  weight,
} from '../money/money.ts'
import { settings } from '../settings.ts'

/** What was paid for an order. `goods` is already less the discount; `ask` is the price per gram it was sold at. */
export type Sold = {
  ask: PricePerGram
  fineWeight: Weight
  goods: Minor
  delivery: Minor
  insurance: Minor
  tax: Minor
}

export type Settlement = {
  /** What the gold was worth when sold and is worth now, at the prices that decide. */
  soldValue: Minor
  valueNow: Minor
  /** What the house keeps of the goods; zero when there is a gain. */
  kept: Minor
  /** Whether `kept` was cut to the cap. */
  capped: boolean
  /** What the member gets beyond what was paid. */
  gain: Minor
  /** What goes back to where it came from: everything paid less `kept`. */
  back: Minor
}

/**
 * Settles a cancellation at the live price, in both directions. Below the ask of the sale the house keeps the fall of the
 * fine weight, at most 3 % of the goods; a bid above the ask of the sale pays its rise to the member; between the two the
 * member gets exactly what was paid. So cancelling never earns more than buying and selling the same gold would.
 *
 * The fall is rounded up and the rise down, each by less than one unit, once for the whole order; the cap is rounded down.
 */
export function settleCancellation(sold: Sold, now: { ask: PricePerGram; bid: PricePerGram }): Settlement {
  const soldValue = minor(divideUp(sold.fineWeight * sold.ask, WEIGHT_UNITS_PER_GRAM))
  const rise = now.bid - sold.ask
  const fall = sold.ask - now.ask
  const gain = rise > 0n ? divideDown(sold.fineWeight * rise, WEIGHT_UNITS_PER_GRAM) : 0n
  const loss = fall > 0n ? divideUp(sold.fineWeight * fall, WEIGHT_UNITS_PER_GRAM) : 0n
  const cap = divideDown(sold.goods * BigInt(settings.cancel.lossCapBps), BPS_ONE)
  const kept = loss > cap ? cap : loss
  return {
    soldValue,
    valueNow: minor(soldValue + gain - loss),
    kept: minor(kept),
    capped: loss > cap,
    gain: minor(gain),
    back: minor(paidFor(sold) - kept),
  }
}

/** What the house keeps when a member leaves a sale after the time to cancel: a fixed share of the goods, rounded up. */
export const keptOnLeaving = (goods: Minor): Minor => minor(divideUp(goods * BigInt(settings.refund.leaveBps), BPS_ONE))

export const paidFor = ({ goods, delivery, insurance, tax }: Omit<Sold, 'ask' | 'fineWeight'>): bigint =>
  goods + delivery + insurance + tax

export const fineWeightOf = (lines: { fineWeight: Weight; quantity: number }[]): Weight =>
  weight(lines.reduce((sum, line) => sum + line.fineWeight * BigInt(line.quantity), 0n))
