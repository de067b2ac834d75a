/** Reads the feed and its second source, in one instance at a time. */
import { isUnavailable, OutcomeUnknown } from '../db/database.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag, Karat } from '../karat.ts'
import { backfillHistory } from './backfill-history.ts'
import { openFeedTurn } from './feed-turn.ts'
import { openFeed, openReference, type PriceFeed, type PriceReading } from './feeds/price-feed.ts'
import { recordTick, writeFailure } from './record-tick.ts'

type Feeds = { feed?: PriceFeed; reference?: PriceFeed | null }
type Watch = { well(): void; ill(error: unknown): void }

/** Looks at the feed at once and then every PRICE_POLL_SECONDS, while it is this instance's turn. */
export function startPricingWorker(karat: Bag<'pricing'>, feeds: Feeds = {}): Worker {
  const { feed = openFeed(karat.config, karat.now), reference = openReference(karat.config, karat.now) } = feeds
  const { lookSeconds } = karat.settings.price
  const turn = openFeedTurn(karat.db)
  const lossOf = watched(karat, 'the price feed gives no usable price', 'the price feed gives prices again')
  const unrecorded = watched(
    karat,
    'no price is recorded: the database gives no answer',
    'prices are recorded again: the database answers',
  )
  const referenceLoss = watched(karat, 'the second price source is silent', 'the second price source speaks again')
  // The turn is renewed more often than a slow feed is read.
  const looksAPoll = Math.max(1, Math.ceil(karat.config.PRICE_POLL_SECONDS / lookSeconds))
  let looks = 0
  let caughtUp = false

  async function look() {
    const mine = await turn.take()
    if (!mine) caughtUp = false
    if (!mine || looks++ % looksAPoll > 0) return
    const { open, since } = karat.market.at(karat.now())
    if (!open) return
    if (!caughtUp && karat.config.DEMO && karat.config.PRICE_FEED === 'simulated') await fillGap(karat)
    caughtUp = true
    const [read, second] = await Promise.all([tryToRead(feed), reference ? tryToRead(reference) : undefined])
    if (second) second.error ? referenceLoss.ill(second.error) : referenceLoss.well()
    if (!read.reading) {
      await writeFailure(karat.db, turn.holder, karat.now())
      return lossOf.ill(read.error)
    }
    const verdict = await recordTick(karat, read.reading, {
      ...(second?.reading ? { reference: second.reading } : {}),
      holder: turn.holder,
      openedAt: since,
    })
    if (verdict === 'accepted' || verdict === 'unchanged') lossOf.well()
    else if (verdict !== 'not_our_turn') lossOf.ill(new Error(`a price was ${verdict.replaceAll('_', ' ')}`))
  }

  const round = everySeconds(
    karat.config.PRICE_POLL_SECONDS / looksAPoll,
    () => look().then(unrecorded.well),
    (error) => (isUnavailable(error) || error instanceof OutcomeUnknown ? unrecorded : lossOf).ill(error),
  )
  round.wake()
  return {
    async stop() {
      await round.stop()
      await turn.release().catch(() => {})
    },
  }
}

type Tried = { reading: PriceReading; error?: never } | { reading?: never; error: unknown }
const tryToRead = (feed: PriceFeed): Promise<Tried> =>
  feed.read().then(
    (reading) => ({ reading }),
    (error: unknown) => ({ error }),
  )

/** One line for a run of failures, whatever their number, and one when it is over. */
function watched({ log }: Pick<Karat, 'log'>, lost: string, found: string): Watch {
  let ill = false
  return {
    well() {
      if (ill) log.warn(found)
      ill = false
    },
    ill(error) {
      if (!ill) log.warn({ err: error }, lost)
      ill = true
    },
  }
}

/** What nobody recorded while every instance was away, so that a chart has no hole. Only the simulated feed knows its past. */
const fillGap = (karat: Bag<'pricing'>) => karat.db.transaction((tx) => backfillHistory(tx, karat.now()))
