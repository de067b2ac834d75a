/** Trades by which the house offsets its open gold with others. Pure. Grams in 0.0001 g, prices in minor units for one gram. */
import { WEIGHT_UNITS_PER_GRAM } from '../../money/money.ts'
import { settings } from '../../settings.ts'

export const hedgeSides = ['buy', 'sell'] as const
export type HedgeSide = (typeof hedgeSides)[number]

export const otherSide = (side: HedgeSide): HedgeSide => (side === 'buy' ? 'sell' : 'buy')

/** Whether it takes two people to note a trade of so many grams, or to take one back. */
export const takesTwoPeople = (grams: bigint): boolean =>
  grams >= BigInt(settings.backing.hedgeSecondGrams) * WEIGHT_UNITS_PER_GRAM

/** The gold whose price the house still bears: its own, and what it bought less what it sold by hedges. */
export type NetPosition = { open: bigint; hedged: bigint; net: bigint }
export const netOf = (open: bigint, hedged: bigint): NetPosition => ({ open, hedged, net: open + hedged })
