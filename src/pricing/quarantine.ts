/** Quarantines as the database keeps them: what a reading is judged by, and how one begins and ends. */
import { sql, type Tx } from '../db/database.ts'
import { endSaid, giveNotice } from '../staff/notices/give-notice.ts'
import { DEFAULT_STORE } from '../stores/stores.ts'
import type { Doubt, DoubtRule, Known, Read } from './quarantine-rules.ts'
import { ratesText, readRatesE6 } from './tick-rates.ts'

/** Of one currency, its price times a million million. */
type Hour = { currency: string; median: string; began: string }
type StoredTick = { id: bigint; spotUsdE6: bigint; sourceAt: Date; rates: string; unchangedSince: Date | null }

/** What a reading of the time `sourceAt` is judged by. What was accepted before a quarantine was believed no longer counts for the hour. */
export async function findKnown(tx: Tx, sourceAt: number, creepSeconds: number): Promise<Omit<Known, 'heardAt'>> {
  const [last, newest, hour, open] = await Promise.all([
    readTick(tx, sql`where verdict = 'accepted'`),
    readTick(tx, sql``),
    tx.rows<Hour>(sql`
      select currency, percentile_disc(0.5) within group (order by spot_usd_e6 * rate::numeric)::text as median,
        (array_agg(spot_usd_e6 * rate::numeric order by id))[1]::text as began
      from pricing.ticks, jsonb_each_text(rates_e6) as r(currency, rate)
      where verdict = 'accepted' and id >= coalesce((select max(accepted_tick) from pricing.quarantines), 0)
        and source_at > to_timestamp(${sourceAt} / 1000.0) - make_interval(secs => ${creepSeconds}::int)
      group by currency`),
    tx.row<{ rule: DoubtRule }>(sql`select rule from pricing.quarantines where ended_at is null`),
  ])
  const reading = (of: 'median' | 'began') =>
    readingOf(new Map(hour.map((row) => [row.currency, BigInt(row[of])])), sourceAt)
  return { last, newest, median: reading('median'), began: reading('began'), doubted: open?.rule ?? null }
}

export const readTick = (tx: Tx, where: ReturnType<typeof sql>) =>
  readNewest(tx, sql`pricing.ticks ${where} order by id desc`)

/** What the second source said last. */
export const findReference = (tx: Tx) => readNewest(tx, sql`pricing.reference_readings order by source_at desc`)

async function readNewest(tx: Tx, from: ReturnType<typeof sql>) {
  const row = await tx.row<StoredTick>(sql`
    select id, spot_usd_e6 as "spotUsdE6", source_at as "sourceAt", rates_e6::text as rates, unchanged_since as "unchangedSince"
    from ${from} limit 1`)
  if (!row) return undefined
  const { spotUsdE6, rates, sourceAt, unchangedSince } = row
  return {
    id: row.id,
    spotUsdE6,
    ratesE6: readRatesE6(rates),
    sourceAt: sourceAt.getTime(),
    unchangedSince: unchangedSince?.getTime() ?? null,
  }
}

/** The prices in each currency as one reading: dollars, and the rates that lead from them to the others. */
function readingOf(values: Map<string, bigint>, sourceAt: number): Read | undefined {
  const dollars = values.get('USD')
  if (dollars === undefined) return undefined
  const spotUsdE6 = dollars / 1_000_000n
  return {
    sourceAt,
    spotUsdE6,
    ratesE6: Object.fromEntries([...values].map(([currency, value]) => [currency, value / spotUsdE6])),
  }
}

/** From here on no instance sells, until the second source or staff end it. Every instance is told with the commit, and who may decide it by letter. */
export async function openQuarantine(tx: Tx, { rule, from }: Doubt, to: Read): Promise<void> {
  await tx.run(sql`
    insert into pricing.quarantines (rule, from_spot_usd_e6, from_rates_e6, to_spot_usd_e6, to_rates_e6)
    values (${rule}, ${from.spotUsdE6}, ${ratesText(from)}::jsonb, ${to.spotUsdE6}, ${ratesText(to)}::jsonb)`)
  await tx.run(sql`select pg_notify('karat_price', '')`)
  const letter = { template: 'alarm_price', values: {}, store: DEFAULT_STORE } as const
  await giveNotice(tx, 'price_quarantined', { subject: { id: NOTICED, number: '' }, store: null }, letter)
}

/** Whoever was told of the quarantine need not decide it any more. */
export const quarantineIsOver = (tx: Tx) => endSaid(tx, 'price_quarantined', NOTICED)

/** There is one feed, so its quarantine is told of under this id. */
const NOTICED = 'price'

/** The second source said the same as the tick `tick`: the open quarantine ends with it, or is kept as one that ended where it began. */
export async function witness(tx: Tx, { rule, from }: Doubt, to: Read, tick: bigint): Promise<void> {
  const ended = await tx.run(sql`
    update pricing.quarantines set ended_at = now(), ended_by = 'reference', outcome = 'witnessed', accepted_tick = ${tick}
    where ended_at is null`)
  if (ended > 0) return void (await quarantineIsOver(tx))
  await tx.run(sql`
    insert into pricing.quarantines (rule, from_spot_usd_e6, from_rates_e6, to_spot_usd_e6, to_rates_e6, ended_at, ended_by,
      outcome, accepted_tick)
    values (${rule}, ${from.spotUsdE6}, ${ratesText(from)}::jsonb, ${to.spotUsdE6}, ${ratesText(to)}::jsonb, now(), 'reference',
      'witnessed', ${tick})`)
}
