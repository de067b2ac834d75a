/** What a member's gold was worth over time. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { moneyText, perGram, weight, weightText } from '../money/money.ts'
import { candlesOf } from '../pricing/candle-memory.ts'
import type { Interval } from '../pricing/contract.ts'
import { bidOf, buybackOf } from '../pricing/price-rules.ts'
import { storeOf } from '../stores/stores.ts'
import type { WorthView } from './contract.ts'
import type { Holder } from './holder.ts'

type Wish = { interval: Interval; limit?: number | undefined }
type There = { gold: bigint; purchases: bigint }

/**
 * The grams that were there at the end of each of the newest `limit` candles, at its bid, from the first gold on. One look into an index
 * for each candle, however many movements lie between.
 */
export async function readWorth(
  karat: Bag<'vault'>,
  holder: Holder,
  { interval, limit = 300 }: Wish,
): Promise<WorthView> {
  const { store: code, currency } = holder
  const store = storeOf(karat, code)
  const range = { from: null, to: new Date(karat.now() + 1).toISOString(), limit }
  const candles = await candlesOf(karat, { store, currency, interval }, range)
  const there = await listThere(
    karat.db,
    holder,
    candles.map((_, index) => candles[index + 1]?.startsAt ?? null),
  )
  const points = candles.map(({ startsAt, close, bidBps }, index) => {
    const { gold, purchases } = there[index] ?? { gold: 0n, purchases: 0n }
    return {
      ...{ at: startsAt.toISOString(), gold: weightText(weight(gold)) },
      worth: moneyText(buybackOf(weight(gold), bidOf(perGram(close), bidBps)), currency),
      bought: purchases > (there[index - 1]?.purchases ?? purchases),
    }
  })
  const first = there.findIndex(({ gold }) => gold > 0n)
  return { currency, points: first < 0 ? [] : points.slice(first) }
}

/** What was there before each of `moments`, in their order; null is now. */
const listThere = (db: Queryable, { memberId, store }: Holder, moments: (Date | null)[]): Promise<There[]> =>
  db.rows<There>(sql`
    select coalesce(step.weight_after, 0) as gold, coalesce(step.purchases_after, 0) as purchases
    from unnest(${moments}::timestamptz[]) with ordinality as wanted(at, place)
    left join lateral (
      select weight_after, purchases_after from vault.cost_steps
      where member_id = ${memberId} and store = ${store} and at < coalesce(wanted.at, 'infinity') order by at desc, number desc limit 1
    ) as step on true
    order by wanted.place`)
