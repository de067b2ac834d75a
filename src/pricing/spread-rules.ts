/** Which spread may be set, and which takes two people. Pure. */
import { problem } from '../locale/field-rules.ts'
import type { BasisPoints } from '../money/money.ts'
import { settings } from '../settings.ts'

export type Spread = { askBps: BasisPoints; bidBps: BasisPoints }

/** What is wrong with which field; null when nothing is. Ask stays above bid by what the settings say. */
export function wrongSpread({ askBps, bidBps }: Spread, now: Spread | null): Record<string, string> | null {
  if (askBps - bidBps < settings.price.spread.leastBps)
    return { bid_bps: problem('below_ask', { n: settings.price.spread.leastBps }) }
  if (now && askBps === now.askBps && bidBps === now.bidBps) return { ask_bps: problem('unchanged') }
  return null
}

/**
 * Whether a change takes a second person: ask or bid moves further than one may move it alone, from the spread now or
 * from any in force in the last day, so that many small steps are no way around.
 */
export const takesTwo = (wish: Spread, recent: readonly Spread[]): boolean =>
  recent.some(
    ({ askBps, bidBps }) =>
      Math.max(Math.abs(wish.askBps - askBps), Math.abs(wish.bidBps - bidBps)) > settings.price.spread.aloneBps,
  )
