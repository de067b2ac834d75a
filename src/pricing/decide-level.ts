/** What staff decide about a price that is in quarantine. The second source is the only other one who ends it. */

import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf, divideDown } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { candleSeriesOf } from './candle-series.ts'
import { quarantineIsOver, readTick } from './quarantine.ts'
import { believingTakesTwo, type DoubtRule, isApart, type Read } from './quarantine-rules.ts'
import { moveCandles } from './record-tick.ts'
import { readRatesE6 } from './tick-rates.ts'

/** `seenTick` is the newest reading that the person looked at. */
type LevelWish = { quarantineId: number; seenTick: bigint; reason: string }
type Params = { quarantine: number; tick: string }
/** `from`: what the doubted reading was compared with. */
type Open = { rule: DoubtRule; from: Read; last: Read; newest: Read & { id: bigint } }

/** Dollars per gram, cut to cents, as the second person and whoever reads the log see them. */
const spotOf = ({ spotUsdE6 }: Pick<Read, 'spotUsdE6'>) => amountOf(divideDown(spotUsdE6, 10_000n), 'USD')
/** What the decision is between. */
const pricesOf = ({ last, newest }: Pick<Open, 'last' | 'newest'>) => ({
  price_before: spotOf(last),
  price_after: spotOf(newest),
})

/**
 * The newest doubted reading is the price from now on, and every store sells at it while it is young enough; later readings
 * are compared with it. What takes two people (`believingTakesTwo`) is asked of a second one instead, and `approval_id` names
 * the request.
 *
 * Refuses handled_meanwhile when that quarantine is over; edited_meanwhile when the source says something further than
 * `price.agreeBps` from what was looked at; approval_waiting; permission_missing.
 */
export async function acceptLevel(
  karat: Bag<'pricing'>,
  staff: Staff,
  { quarantineId, seenTick, reason }: LevelWish,
): Promise<{ approval_id: string | null }> {
  const params: Params = { quarantine: quarantineId, tick: String(seenTick) }
  const subject = { kind: 'price', id: 'feed' }
  const answer = await karat.db.transaction(async (tx) => {
    const open = await holdOpen(tx, params)
    if (believingTakesTwo(open, settings.price))
      return requestApproval(tx, staff, {
        ...{ action: 'prices.accept', subject, reason },
        params: { ...params, ...pricesOf(open) },
      })
    const tick = await believe(karat, tx, params, { by: staff.name, reason })
    const details = { did: 'accept_price' as const, tick: String(tick), ...pricesOf(open) }
    await recordAction(tx, staff, { action: 'prices.accept', subject, reason, details })
    return { approval_id: null }
  })
  await karat.prices.refresh()
  return answer
}

/** A level that two people believe. The source must still say about what was asked for, or it is refused. */
export const levelExecutor: Executor = {
  action: 'prices.accept',
  async execute(karat, tx, { params, reason }, { requester, approver }) {
    await believe(karat, tx, params as Params, { by: `${requester.name}, ${approver.name}`, reason })
    tx.afterCommit(() => void karat.prices.refresh().catch(() => {}))
  },
}

/**
 * The doubted level was wrong: the last accepted price is the price again while it is young enough, and the next reading is
 * compared with it. A source that still says the same is doubted again at once.
 *
 * Refuses handled_meanwhile when that quarantine is over; invalid_input for two sources that differ, of which it does not say
 * which one is wrong; permission_missing.
 */
export async function rejectLevel(
  karat: Bag<'pricing'>,
  staff: Staff,
  { quarantineId, reason }: Omit<LevelWish, 'seenTick'>,
): Promise<void> {
  await karat.db.transaction(async (tx) => {
    const open = await holdOpen(tx, { quarantine: quarantineId })
    if (open.rule === 'mismatch') throw invalidInput({ quarantine_id: problem('sources_differ') })
    await end(tx, quarantineId, { outcome: 'rejected', tick: null, by: staff.name, reason })
    const details = { did: 'reject_price' as const, ...pricesOf(open) }
    await recordAction(tx, staff, { action: 'prices.reject', subject: { kind: 'price', id: 'feed' }, reason, details })
  })
  await karat.prices.refresh()
}

/** The open quarantine, held with the feed's row so that no tick is judged meanwhile. */
async function holdOpen(tx: Tx, { quarantine, tick }: { quarantine: number; tick?: string }): Promise<Open> {
  await tx.run(sql`select from pricing.feed for update`)
  const [open, last, newest, seen] = await Promise.all([
    tx.row<{ rule: DoubtRule; spotUsdE6: bigint; rates: string }>(sql`
      select rule, from_spot_usd_e6 as "spotUsdE6", from_rates_e6::text as rates from pricing.quarantines
      where id = ${quarantine} and ended_at is null`),
    readTick(tx, sql`where verdict = 'accepted'`),
    readTick(tx, sql``),
    tick === undefined ? undefined : readTick(tx, sql`where id = ${BigInt(tick)}`),
  ])
  if (!open || !last || !newest) throw new Refusal('handled_meanwhile')
  if (tick !== undefined && (!seen || isApart(seen, newest, settings.price.agreeBps)))
    throw new Refusal('edited_meanwhile')
  const from = { sourceAt: 0, spotUsdE6: open.spotUsdE6, ratesE6: readRatesE6(open.rates) }
  return { rule: open.rule, from, last, newest }
}

/** Makes the newest reading the accepted price and ends the quarantine with it. Its tick. */
async function believe(karat: Bag<'pricing'>, tx: Tx, params: Params, { by, reason }: { by: string; reason: string }) {
  const { rule, newest } = await holdOpen(tx, params)
  const changed = await tx.run(sql`
    update pricing.ticks set verdict = 'accepted' where id = ${newest.id} and verdict = 'quarantined'`)
  if (changed > 0) await moveCandles(tx, newest, candleSeriesOf(karat.stores.values()))
  await end(tx, params.quarantine, { outcome: 'accepted', tick: newest.id, by, reason })
  if (rule === 'mismatch') await tx.run(sql`update pricing.feed set excused = true`)
  return newest.id
}

type Ending = { outcome: 'accepted' | 'rejected'; tick: bigint | null; by: string; reason: string }

async function end(tx: Tx, id: number, { outcome, tick, by, reason }: Ending) {
  await tx.run(sql`
    update pricing.quarantines set ended_at = now(), outcome = ${outcome}, accepted_tick = ${tick}::bigint, ended_by = ${by},
      reason = ${reason} where id = ${id}`)
  await quarantineIsOver(tx)
  await tx.run(sql`select pg_notify('karat_price', '')`)
}
