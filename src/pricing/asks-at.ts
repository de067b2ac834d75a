/** What gold cost at moments that are past. */
import { type Queryable, sql } from '../db/database.ts'
import { type BasisPoints, type Currency, type PricePerGram, perGram } from '../money/money.ts'
import { settings } from '../settings.ts'
import { askOf, spotIn } from './price-rules.ts'

type At = {
  place: bigint
  spotUsdE6: bigint | null
  rateE6: bigint | null
  close: bigint | null
  askBps: BasisPoints | null
}

/**
 * The ask of a store at each of `moments`, in their order: from the last accepted tick before it, else from the candle of
 * its minute. Null where the shop had no live price then, or keeps none of that time.
 */
export async function listAsksAt(
  db: Queryable,
  { store, currency }: { store: string; currency: Currency },
  moments: Date[],
): Promise<(PricePerGram | null)[]> {
  if (moments.length === 0) return []
  const rows = await db.rows<At>(sql`
    select wanted.place, tick.spot_usd_e6 as "spotUsdE6", (tick.rates_e6->>${currency})::bigint as "rateE6", candle.close,
      spread.ask_bps as "askBps"
    from unnest(${moments}::timestamptz[]) with ordinality as wanted(at, place)
    left join lateral (
      select spot_usd_e6, rates_e6 from pricing.ticks
      where verdict = 'accepted' and source_at <= wanted.at
        and source_at > wanted.at - make_interval(secs => ${settings.price.staleAfterSeconds}::int)
      order by source_at desc, id desc limit 1
    ) tick on true
    left join lateral (
      select close from pricing.candles
      where currency = ${currency} and span = '1m' and zone = 'UTC' and starts_at = date_trunc('minute', wanted.at)
    ) candle on true
    left join lateral (
      select ask_bps from pricing.spreads where store = ${store} and set_at <= wanted.at order by set_at desc, id desc limit 1
    ) spread on true
    order by wanted.place`)
  return rows.map(({ spotUsdE6, rateE6, close, askBps }) => {
    if (askBps === null) return null
    if (spotUsdE6 !== null && rateE6 !== null) return askOf(spotIn(currency, spotUsdE6, rateE6), askBps)
    return close === null ? null : askOf(perGram(close), askBps)
  })
}
