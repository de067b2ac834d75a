/** What the sources of the price say at this moment, and what each store would charge for it. */
import type { Karat } from '../../karat.ts'
import { bps, decimal, minor, moneyText } from '../../money/money.ts'
import { type TriedFeed, tryFeeds } from '../../pricing/feeds/try-feeds.ts'
import { listTerms } from '../../pricing/office-queries.ts'
import { askOf, bidOf, spotIn } from '../../pricing/price-rules.ts'
import type { TriedFeedsView, TriedSourceView } from './price-contract.ts'

/** Both sources were asked once; nothing was recorded. A currency without a rate has no price. */
export async function tryFeedsNow(karat: Karat): Promise<TriedFeedsView> {
  const { first, second } = await tryFeeds(karat.config, karat.now)
  const { reading } = first
  const terms = reading ? await listTerms(karat.db) : []
  return {
    first: viewTried(karat, first),
    second: second && viewTried(karat, second),
    prices: terms.flatMap(({ store, askBps, bidBps }) =>
      (karat.stores.get(store)?.currencies ?? []).map((currency) => {
        const rateE6 = reading?.ratesE6[currency]
        if (!reading || !rateE6) return { store, currency, price: null }
        const spot = spotIn(currency, reading.spotUsdE6, rateE6)
        const text = (amount: bigint) => moneyText(minor(amount), currency)
        const price = { spot: text(spot), ask: text(askOf(spot, bps(askBps))), bid: text(bidOf(spot, bps(bidBps))) }
        return { store, currency, price }
      }),
    ),
  }
}

function viewTried({ now, settings }: Karat, { reading, trouble, says, ms }: TriedFeed): TriedSourceView {
  const age = reading ? now() - reading.sourceAt : 0
  return {
    ...{ trouble, says, ms },
    source: reading?.source ?? null,
    spot_usd: reading ? decimal(reading.spotUsdE6, 6) : null,
    source_at: reading ? new Date(reading.sourceAt).toISOString() : null,
    timed: reading?.timed ?? false,
    old: age > settings.price.staleAfterSeconds * 1000,
  }
}
