/** When a member is told about the price of gold. Pure. Source: product.md §7, docs/decisions/0093. */
import { BPS_ONE, divideUp, type PricePerGram, perGram } from '../../money/money.ts'
import { moveBps } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import { priceOf, type Side } from '../trade-rules.ts'

/** The price rises to a level, falls to it, or moves in a day by so much, up or down. */
export const alertKinds = ['above', 'below', 'change'] as const
export const alertStates = ['watching', 'paused', 'reached'] as const
export type AlertState = (typeof alertStates)[number]

export type Watched = { kind: 'above' | 'below'; side: Side; level: PricePerGram } | { kind: 'change'; moveBps: number }

type PriceThen = { ask: PricePerGram; bid: PricePerGram; previousCloseAsk: PricePerGram | null }

/** Since the last close of the store's day, in hundredths of a percent; null while there is none. */
export const changeOf = ({ ask, previousCloseAsk }: Omit<PriceThen, 'bid'>): number | null =>
  previousCloseAsk === null ? null : Number(moveBps(previousCloseAsk, ask))

/** Whether the price is where the member wants to be told. At the level is there. */
export function isReached(watched: Watched, price: PriceThen): boolean {
  if (watched.kind === 'change') return Math.abs(changeOf(price) ?? 0) >= watched.moveBps
  const now = priceOf(watched.side, price)
  return watched.kind === 'above' ? now >= watched.level : now <= watched.level
}

/** How far the price has to go back from a level before it is told again: a price on the edge is told once. At least one unit. */
export function rearmAt(kind: 'above' | 'below', level: PricePerGram): PricePerGram {
  const back = divideUp(level * BigInt(settings.alerts.backBps), BPS_ONE)
  return perGram(kind === 'above' ? level - back : level + back)
}

/**
 * The day of a store whose close a change is counted from: of the price's own moment, for a price of before midnight is compared
 * with the close before it, and never later than today.
 */
export function dayOfPrice(sourceAt: number, now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Math.min(sourceAt, now))
}
