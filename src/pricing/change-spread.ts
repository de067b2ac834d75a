import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { type BasisPoints, bps } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Spread, takesTwo, wrongSpread } from './spread-rules.ts'

/**
 * `seenId` is the spread that the person looked at; the new one follows it or nothing does. 0: there was none for a closed
 * market, and the one for the open market is what the first is compared with.
 */
export type Market = 'open' | 'closed'
type SpreadWish = {
  store: string
  market: Market
  askBps: BasisPoints
  bidBps: BasisPoints
  seenId: number
  reason: string
}
type Params = { market?: Market; ask_bps: number; bid_bps: number; follows: number }

/**
 * From the next price on the store asks and bids so, while the market is open or while it is closed; every instance is told with the commit. A change that takes two is
 * asked for instead, and `approval_id` names the request. Prices guaranteed before keep theirs.
 *
 * Refuses not_found for no store of ours; edited_meanwhile when another spread has come since; invalid_input for one that
 * crosses or changes nothing; approval_waiting; permission_missing.
 */
export async function changeSpread(
  karat: Bag<'pricing'>,
  staff: Staff,
  wish: SpreadWish,
): Promise<{ approval_id: string | null }> {
  if (!karat.stores.has(wish.store)) throw new Refusal('not_found')
  const { store, market, askBps, bidBps, seenId, reason } = wish
  const answer = await karat.db.transaction(async (tx) => {
    const { recent, now, follows } = await spreadsToCompare(tx, store, market)
    if (!now || follows !== seenId) throw new Refusal('edited_meanwhile')
    const wrong = wrongSpread(wish, follows === 0 ? null : now)
    if (wrong) throw invalidInput(wrong)
    const params: Params = { market, ask_bps: askBps, bid_bps: bidBps, follows: seenId }
    const subject = { kind: 'price', id: store }
    if (takesTwo(wish, recent))
      return requestApproval(tx, staff, { action: 'prices.spread', subject, store, reason, params })
    await insertSpread(tx, { store, by: staff.name, reason, ...params })
    const details = {
      did: 'change_spread' as const,
      before: follows === 0 ? null : { ask_bps: now.askBps, bid_bps: now.bidBps },
      after: params,
    }
    await recordAction(tx, staff, { action: 'prices.spread', subject, store, reason, details })
    return { approval_id: null }
  })
  await karat.prices.refresh()
  return answer
}

/** A spread that two people want. What it followed when it was asked for must still be the newest, or it is refused. */
export const spreadExecutor: Executor = {
  action: 'prices.spread',
  async execute(karat, tx, { store, params, reason }, { requester, approver }) {
    if (!store) throw new Refusal('not_found')
    await insertSpread(tx, { store, by: `${requester.name}, ${approver.name}`, reason, ...(params as Params) })
    tx.afterCommit(() => void karat.prices.refresh().catch(() => {}))
  },
}

type Row = Params & { store: string; by: string; reason: string }

/** The database takes one spread after each: whoever comes second is refused. */
async function insertSpread(
  tx: Tx,
  { store, market = 'open', ask_bps, bid_bps, follows, by, reason }: Row,
): Promise<void> {
  try {
    await tx.run(sql`insert into ${tableOf(market)} (store, ask_bps, bid_bps, set_by, reason, follows)
      values (${store}, ${ask_bps}, ${bid_bps}, ${by}, ${reason}, nullif(${follows}::integer, 0))`)
  } catch (error) {
    if (FOLLOWED.includes(brokenConstraint(error) ?? '')) throw new Refusal('edited_meanwhile')
    throw error
  }
  await tx.run(sql`select pg_notify('karat_price', '')`)
}

const FOLLOWED = ['spread_follows_one', 'closed_spread_follows_one', 'first_closed_spread']
const tableOf = (market: Market) => (market === 'closed' ? sql`pricing.closed_spreads` : sql`pricing.spreads`)

/** What a new spread is compared with: those of its market, or before the first one for a closed market those of the open one. */
export async function spreadsToCompare(db: Queryable, store: string, market: Market) {
  const own = await spreadsOfTheDay(db, store, market)
  const recent = own.length > 0 ? own : await spreadsOfTheDay(db, store, 'open')
  return { recent, now: recent[0], follows: own[0]?.id ?? 0 }
}

/** The spread in force now and those that were in force at any moment of the last day, the newest first. */
async function spreadsOfTheDay(db: Queryable, store: string, market: Market): Promise<(Spread & { id: number })[]> {
  const rows = await db.rows<{ id: number; ask: number; bid: number }>(sql`
    select id, ask_bps as ask, bid_bps as bid from ${tableOf(market)}
    where store = ${store} and id >= coalesce((select id from ${tableOf(market)} where store = ${store}
      and set_at <= now() - make_interval(secs => ${settings.price.spread.daySeconds}::int) order by set_at desc, id desc limit 1), 0)
    order by set_at desc, id desc`)
  return rows.map(({ id, ask, bid }) => ({ id, askBps: bps(ask), bidBps: bps(bid) }))
}
