/** Reads the feed, in one instance at a time. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { backfillHistory } from './backfill-history.ts'
import { openFeedLock } from './feed-lock.ts'
import { openFeed, type PriceFeed } from './feeds/price-feed.ts'
import { recordTick } from './record-tick.ts'

/** Looks at the feed at once and then every PRICE_POLL_SECONDS, while this instance is the one that does. */
export function startPricingWorker(karat: Karat, feed: PriceFeed = openFeed(karat.config, karat.now)): Worker {
  const lock = openFeedLock(karat.connectionString)
  let caughtUp = false
  let failing = false

  async function look() {
    if (!(await lock.held())) {
      caughtUp = false
      return
    }
    if (!caughtUp && karat.config.PRICE_FEED === 'simulated') await fillGap(karat)
    caughtUp = true
    const verdict = await recordTick(karat, await feed.read())
    if (verdict !== 'accepted' && verdict !== 'unchanged')
      throw new Error(`a price was ${verdict.replaceAll('_', ' ')}`)
    failing = false
  }
  /** Said once for a run of failures; the age of the price tells the rest. */
  function failed(error: unknown) {
    if (!failing) karat.log.warn({ err: error }, 'the price feed gave no usable price')
    failing = true
  }

  const round = everySeconds(karat.config.PRICE_POLL_SECONDS, look, failed)
  round.wake()
  return {
    async stop() {
      await round.stop()
      await lock.release()
    },
  }
}

/** What nobody recorded while every instance was away, so that a chart has no hole. Only the simulated feed knows its past. */
const fillGap = (karat: Karat) => karat.db.transaction((tx) => backfillHistory(tx, karat.now()))
