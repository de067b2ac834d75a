/** Which sales a price window may take back, and what becomes of each. Pure; docs/decisions/0033 has the reasons. */
import { settings } from '../../settings.ts'
import type { OrderState } from '../core/order-rules.ts'

/** Every way in which the house sells, or takes gold back, at a price of its own. A new one is a name here, its rows in find-sales.ts, its end in settle-sales.ts. */
export const saleKinds = ['guarantee', 'quote', 'order', 'cancellation', 'trade_quote', 'purchase', 'trade'] as const
export type SaleKind = (typeof saleKinds)[number]
/** Of the vault: a price that is quoted, a purchase that waits for its money from outside, and what was bought or sold. */
export type TradeSaleKind = Extract<SaleKind, 'trade_quote' | 'purchase' | 'trade'>
/** Whether the id of a sale is that of its order. */
export const isOfOrder = (kind: SaleKind): boolean => kind === 'order' || kind === 'cancellation'

/** What becomes of a sale: it is void, ended with nothing paid, its member's choice, or listed for a person to decide. */
export type Treatment = 'void' | 'end' | 'choose' | 'list'
export const listedBecause = [
  'gone',
  'prepared',
  'no_clause',
  'refund_waiting',
  'settled_high',
  'settled_low',
  'stopped',
] as const
export type ListedBecause = (typeof listedBecause)[number]
export const windowSaleStates = [
  'waiting',
  'void',
  'ended',
  'choosing',
  'bought_again',
  'returned',
  'repriced',
  'listed',
  'over',
  'left',
  'settled',
] as const
export type WindowSaleState = (typeof windowSaleStates)[number]

/** What the buyer of a paid order may choose. */
export const priceChoices = ['buy_again', 'refund'] as const
export type PriceChoice = (typeof priceChoices)[number]

export type Sale = {
  kind: Exclude<SaleKind, 'cancellation' | TradeSaleKind>
  /** Of an order; guarantees and quotes are found only while they are open. */
  state: OrderState | 'open'
  /** Prices per gram in minor units: the one that was recorded, and that of the level that followed. */
  soldAsk: bigint
  rightAsk: bigint
  /** The one that was in force before the window; null where there was none. */
  askBefore: bigint | null
  soldAt: Date
  /** When the level that followed was true at its source. */
  rightAt: Date
  /** When its member first accepted an agreement with the clause; null: never. */
  acceptedAt: Date | null
  /** Whether money of it is asked back. */
  askedBack: boolean
}

export type Prices = Pick<Sale, 'soldAsk' | 'rightAsk' | 'askBefore' | 'soldAt' | 'rightAt'>

/**
 * Whether a recorded price was an evident error: off by the setting's share or more, whichever way, from the level that
 * followed and, where that came long after the sale, from the price before the window as well. Over hours a market moves
 * by as much without anybody's error; a price between what was before and what came after was the market's.
 */
export function isEvidentError({ soldAsk, rightAsk, askBefore, soldAt, rightAt }: Prices): boolean {
  const isNear = rightAt.getTime() - soldAt.getTime() <= settings.priceWindow.nearSeconds * 1000
  return isOff(soldAsk, rightAsk) && (isNear || askBefore === null || isOff(soldAsk, askBefore))
}

function isOff(sold: bigint, right: bigint): boolean {
  const off = sold > right ? sold - right : right - sold
  return off * 10_000n >= right * BigInt(settings.priceWindow.leastBps)
}

/**
 * What a window does to a sale at `now`; null: nothing. Never to a right price, nor more than a day after the sale. A member
 * who had not accepted the clause before keeps what was promised; their orders are listed, and nothing is done to them.
 */
export function treatmentOf(sale: Sale, now: Date): { does: Treatment; because: ListedBecause | null } | null {
  const age = now.getTime() - sale.soldAt.getTime()
  if (!isEvidentError(sale) || age > settings.priceWindow.withinSeconds * 1000) return null
  const agreed = sale.acceptedAt !== null && sale.acceptedAt <= sale.soldAt
  if (sale.kind !== 'order') return agreed ? { does: 'void', because: null } : null
  if (isOver(sale.state)) return null
  if (!agreed) return { does: 'list', because: 'no_clause' }
  return treatOrder(sale)
}

/** A trade of grams, a quote of one, or a purchase that waits for its money; of a sale to the house the prices are bids. */
type TradeSale = Prices & {
  kind: TradeSaleKind
  acceptedAt: Date | null
  /** Whether its member still has what a trade brought them. */
  isThere: boolean
}

/**
 * What a window does to it at `now`; null: nothing. What is quoted is void, what waits for its money ends. Of a trade that was made its
 * member chooses, unless grams or money have moved on: those are never taken back by themselves.
 */
export function treatTrade(sale: TradeSale, now: Date): { does: Treatment; because: ListedBecause | null } | null {
  const { kind, soldAt, acceptedAt, isThere } = sale
  if (!isEvidentError(sale) || now.getTime() - soldAt.getTime() > settings.priceWindow.withinSeconds * 1000) return null
  const agreed = acceptedAt !== null && acceptedAt <= soldAt
  if (kind === 'trade') {
    if (!agreed) return { does: 'list', because: 'no_clause' }
    return isThere ? { does: 'choose', because: null } : { does: 'list', because: 'gone' }
  }
  if (!agreed) return null
  return { does: kind === 'purchase' ? 'end' : 'void', because: null }
}

/** A paid order that was cancelled by a quote: what its member got of it, and would have got at the right prices. */
export type Settled = {
  given: bigint
  right: bigint
  /** A smaller difference is nothing to decide. */
  least: bigint
  ask: Prices
  bid: Prices
}

/**
 * What a window does to a cancellation that was settled by a wrong price; null: nothing. Both prices decide what it brings, so
 * either may have been the error, which is the one that is named; where the sum is right in spite of it, or nearly, there is
 * nothing to decide. What has left the house is not taken back and nothing is paid by itself, so it takes no clause.
 */
export function treatSettled(settled: Settled, now: Date): { because: ListedBecause; error: Prices } | null {
  const { given, right, least, ask, bid } = settled
  const error = [bid, ask].find(isEvidentError)
  const off = given > right ? given - right : right - given
  if (
    !error ||
    off === 0n ||
    off < least ||
    now.getTime() - error.soldAt.getTime() > settings.priceWindow.withinSeconds * 1000
  )
    return null
  return { because: given > right ? 'settled_high' : 'settled_low', error }
}

/**
 * Where what a cancellation gave too little goes: to the payment what the house had kept of it, which is all that is left of
 * it there, and the rest to the cash balance, as a cancellation gains.
 */
export function splitDifference({ difference, kept }: { difference: bigint; kept: bigint }) {
  const back = difference < kept ? difference : kept
  return { back, gain: difference - back }
}

/** What was ended, and what is carried out or returned at the price of the moment anyway. */
const isOver = (state: Sale['state']) => ['cancelled', 'expired', 'payment_review'].includes(state)

function treatOrder({ state, askedBack }: Sale): { does: Treatment; because: ListedBecause | null } {
  if (state === 'pending_payment') return { does: 'end', because: null }
  if (state === 'preparing') return { does: 'list', because: 'prepared' }
  if (state !== 'paid') return { does: 'list', because: 'gone' }
  return askedBack ? { does: 'list', because: 'refund_waiting' } : { does: 'choose', because: null }
}

const windowFaults = ['order', 'future', 'too_long_ago'] as const
type WindowFault = (typeof windowFaults)[number]

/** What is wrong with the bounds of a window; null: nothing. It lies within the last day, for no older sale may be touched. */
export function windowFault({ from, to }: { from: Date; to: Date }, now: Date): WindowFault | null {
  if (from >= to) return 'order'
  if (to > now) return 'future'
  return now.getTime() - from.getTime() > settings.priceWindow.withinSeconds * 1000 ? 'too_long_ago' : null
}
