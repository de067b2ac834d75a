/** One look at each named source, for whoever sets a shop up. */
import type { Config } from '../../config.ts'
import { type FeedTrouble, feedTroubleOf } from './feed-trouble.ts'
import { openFeed, openReference, type PriceFeed, type PriceReading } from './price-feed.ts'

export type TriedFeed = { ms: number } & (
  | { reading: PriceReading; trouble: null; says: null }
  | { reading: null; trouble: FeedTrouble; says: string }
)

/** What the feed and its second source say now, and how long each took; null where none is named. Nothing is recorded or believed. */
export async function tryFeeds(
  config: Config,
  now: () => number,
): Promise<{ first: TriedFeed; second: TriedFeed | null }> {
  const reference = openReference(config, now)
  const [first, second] = await Promise.all([
    tried(() => openFeed(config, now)),
    reference ? tried(() => reference) : null,
  ])
  return { first, second }
}

async function tried(open: () => PriceFeed): Promise<TriedFeed> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const reading = await open().read()
    return { reading, trouble: null, says: null, ms: took() }
  } catch (error) {
    const cause = (error as Error).cause
    const says = [(error as Error).message, ...(cause instanceof Error ? [cause.message] : [])].join(': ')
    return { reading: null, trouble: feedTroubleOf(error), says, ms: took() }
  }
}
