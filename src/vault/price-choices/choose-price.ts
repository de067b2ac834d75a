/** A member says what is to become of a trade that was made at a wrong price, or says nothing in time (decision 0086). */
import { isStopped } from '../../cases/stops.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag, Karat } from '../../karat.ts'
import { returnDayLimit } from '../../kyc/take-day-limit.ts'
import { releaseHold, useHold as takeHeld } from '../../ledger/holds.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, minor, weight } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { balancesOf, type Holder, holdPlace } from '../holder.ts'
import { keepWithinFloat } from '../keep-within-float.ts'
import { dayReference } from '../purchases/purchase-rules.ts'
import { askedNow, requireEnough } from '../uncleared.ts'
import { type ChosenTrade, type RightFigures, tradeRepriced, tradeUndone } from './choice-postings.ts'
import { duePay, type TradeChoice } from './choice-rules.ts'

type Reach = Pick<Karat, 'config'>
type Wish = { tradeId: string; way: TradeChoice; pin: string }
type Open = {
  trade: Omit<ChosenTrade, 'actor'> & { number: string; purchaseId: string | null }
  right: RightFigures
  holdId: string
}

/**
 * `undo`: grams and money are where they were before the trade. `correct`: the trade stands at the right price, and the difference is paid
 * out of the cash balance, or into it.
 *
 * Refuses, in this order: as checkPin; not_found; price_chosen once it was chosen, or its time is over; not_possible_now for a member whom a
 * case stops; balance_too_low where the difference is not there, cash_disputed where a bank asks it back; gold_sold_out where the vault has no such grams left to give back.
 */
export async function chooseTradePrice(
  karat: Bag<'vault'>,
  holder: Holder,
  { tradeId, way, pin }: Wish,
  request: Once,
): Promise<{ trade_id: string; state: 'undone' | 'repriced' }> {
  await checkPin(karat, holder.memberId, pin)
  return once(karat.db, request, async (tx) => {
    await holdPlace(tx, holder)
    const open = await lockOpen(
      tx,
      sql`c.trade_id = ${tradeId} and c.member_id = ${holder.memberId} and c.store = ${holder.store}`,
    )
    if (!open) return refuseChosen(tx, holder, tradeId)
    if (await isStopped(tx, holder.memberId)) throw new Refusal('not_possible_now')
    const actor = `member:${holder.memberId}`
    if (way === 'undo') await undo(tx, karat, open, actor)
    else await reprice(tx, karat, open, actor)
    return { trade_id: tradeId, state: way === 'undo' ? ('undone' as const) : ('repriced' as const) }
  })
}

async function refuseChosen(db: Queryable, { memberId, store }: Holder, tradeId: string): Promise<never> {
  const known = await db.row(sql`
    select 1 from vault.price_choices where trade_id = ${tradeId} and member_id = ${memberId} and store = ${store}`)
  throw new Refusal(known ? 'price_chosen' : 'not_found')
}

type Row = Open['trade'] & {
  holdId: string
  right: { amount: string; value: string; spread: string; rounding: string }
}

/** The place of its member is held by the caller. */
async function lockOpen(tx: Tx, which: ReturnType<typeof sql>): Promise<Open | undefined> {
  const row = await tx.row<Row>(sql`
    select t.id, t.number, t.side, t.store, t.member_id as "memberId", t.currency, t.purchase_id as "purchaseId", t.weight_e4 as weight,
      t.amount_minor as amount, t.value_minor as value, t.spread_minor as spread, t.rounding_minor as rounding, c.hold_id as "holdId",
      json_build_object('amount', c.amount_minor::text, 'value', c.value_minor::text, 'spread', c.spread_minor::text,
        'rounding', c.rounding_minor::text) as right
    from vault.price_choices c join vault.trades t on t.id = c.trade_id where c.state = 'open' and ${which} for update of c`)
  if (!row) return undefined
  const { holdId, right, ...trade } = row
  return {
    ...{ holdId, trade: { ...trade, weight: weight(trade.weight), amount: minor(trade.amount) } },
    right: {
      amount: minor(BigInt(right.amount)),
      ...{ value: BigInt(right.value), spread: BigInt(right.spread), rounding: BigInt(right.rounding) },
    },
  }
}

async function undo(tx: Tx, karat: Reach, { trade, holdId }: Open, actor: string): Promise<void> {
  try {
    await takeHeld(tx, holdId, tradeUndone({ ...trade, actor }))
  } catch (error) {
    const isShort = trade.side === 'sell' && error instanceof Refusal && error.code === 'balance_too_low'
    throw isShort ? new Refusal('gold_sold_out') : error
  }
  const { id, purchaseId, side } = trade
  if (side === 'buy') await returnDayLimit(tx, purchaseId ? dayReference(purchaseId) : `trade:${id}`)
  if (side === 'buy') await keepWithinFloat(tx, karat, trade, { amount: trade.amount })
  await end(tx, trade, 'undone')
}

async function reprice(tx: Tx, karat: Reach, { trade, right, holdId }: Open, actor: string): Promise<void> {
  const due = duePay(trade.side, trade.amount, right.amount)
  if (trade.side === 'buy' && due > 0n) await requireToPay(tx, trade, due)
  await releaseHold(tx, holdId, actor)
  const posting = tradeRepriced({ ...trade, actor }, right)
  if (posting.legs.some(({ amount }) => amount !== 0n)) await postTransfer(tx, posting)
  const more = trade.side === 'buy' ? trade.amount - right.amount : right.amount - trade.amount
  await keepWithinFloat(tx, karat, trade, { amount: more })
  await end(tx, trade, 'repriced', right)
}

/** What a purchase still takes is spent on its grams, and so not of what a bank asks back (decision 0097). */
async function requireToPay(tx: Tx, holder: Holder, due: bigint): Promise<void> {
  const [{ cash }, asked] = await Promise.all([balancesOf(tx, holder), askedNow(tx, holder)])
  requireEnough({ cash, asked }, due, holder)
}

/** After the hold, which decides: whoever ends a hold whose time is over takes it first too. */
async function end(tx: Tx, trade: Open['trade'], to: 'undone' | 'repriced', right?: RightFigures): Promise<void> {
  const { id, number, side, memberId, store, currency } = trade
  await tx.run(sql`update vault.price_choices set state = ${to}, ended_at = now() where trade_id = ${id}`)
  const letter = { ...(await findContact(tx, memberId)), store, onceKey: `trade_price_end:${id}` }
  const [grams, total] = [amountOf(trade.weight, 'XAU'), amountOf(right?.amount ?? trade.amount, currency)]
  if (to === 'repriced')
    return queueMail(tx, { ...letter, template: 'trade_repriced', values: { number, grams, total } })
  const template = side === 'buy' ? 'purchase_undone' : 'sale_undone'
  await queueMail(tx, { ...letter, template, values: { number, grams, total } })
}

type Due = Pick<Holder, 'memberId' | 'store'> & { id: string }

/**
 * Undoes the trades of those who chose nothing in time; of a member whom a case stops meanwhile a person decides, and nothing is held any
 * longer. Each by itself; one that fails comes again later, behind those that wait.
 */
export async function endOverdueChoices({ db, log, config }: Pick<Karat, 'db' | 'log' | 'config'>): Promise<number> {
  const due = await db.rows<Due>(sql`
    select trade_id as id, member_id as "memberId", store from vault.price_choices
    where state = 'open' and choose_until <= now() and next_try_at <= now() order by choose_until limit 50`)
  let ended = 0
  for (const one of due)
    await db
      .transaction((tx) => endOverdue(tx, { config }, one))
      .then(() => ended++)
      .catch(async (error) => {
        log.warn({ err: error, trade: one.id }, 'a choice of a price cannot be ended')
        await postpone(db, one.id)
      })
  return ended
}

async function endOverdue(tx: Tx, karat: Reach, { id, ...member }: Due): Promise<void> {
  await holdPlace(tx, member)
  const open = await lockOpen(tx, sql`c.trade_id = ${id} and c.choose_until <= now()`)
  if (!open) return
  if (!(await isStopped(tx, member.memberId))) return undo(tx, karat, open, 'system')
  await releaseHold(tx, open.holdId, 'system')
  await tx.run(sql`update vault.price_choices set state = 'released', ended_at = now() where trade_id = ${id}`)
}

const postpone = (db: Queryable, id: string) =>
  db.run(sql`
    update vault.price_choices set tries = least(tries + 1, 1000), next_try_at = now() + interval '2 seconds' * power(2, least(tries, 8))
    where trade_id = (select trade_id from vault.price_choices where trade_id = ${id} and state = 'open' for update skip locked)`)
