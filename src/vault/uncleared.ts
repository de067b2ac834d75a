/** What a member may let leave the house: neither uncleared or disputed value nor what it bought (decision 0067). */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { heldFor } from '../ledger/hold-queries.ts'
import { type Minor, moneyText, weight, weightText } from '../money/money.ts'
import { askedBackOf, isAskedBack, listPaid, owesStore } from '../payments/standing-queries.ts'
import { Refusal } from '../refusals.ts'
import { DEPOSIT_PURPOSE } from './business-quotes.ts'
import { balancesOf, type Holder } from './holder.ts'
import { heldForLimits } from './limits/held-for-limits.ts'
import { owedBeside } from './payables/set-aside.ts'
import { type Amounts, type MadeTrade, unclearedNow } from './uncleared-rules.ts'

/** Money that came from outside: into the balance, or for a purchase, whose trade is of the same moment and makes gold of it. */
type CameIn = { id: string; amount: bigint; paid_at: Date; clears_at: Date; clear: boolean }
type Standing = Amounts & {
  /** When all of it is cleared, if nothing is disputed until then. */
  clearsAt: Date | null
  disputed: boolean
}

/**
 * What is uncleared of what the member has now. A trade that was undone counts as one the other way, and one that was corrected is
 * made once more, at its right price. Their place is held by the caller, or what is answered may be over.
 */
export async function readUncleared(db: Queryable, holder: Holder, has: Amounts): Promise<Standing> {
  const { memberId, store } = holder
  const [came, paid] = await Promise.all([
    db.rows<CameIn>(sql`
      select id, amount_minor as amount, paid_at, clears_at, clears_at <= now() as clear from vault.deposits
      where member_id = ${memberId} and store = ${store} and state = 'paid'
      union all select id, amount_minor, paid_at, clears_at, clears_at <= now() from vault.purchases
      where member_id = ${memberId} and store = ${store} and state = 'paid' order by paid_at`),
    listPaid(db, { memberId, store, purposes: ['deposit', 'purchase'] }),
  ])
  const lots = came.flatMap((lot) => {
    const of = paid.find(({ subjectId }) => subjectId === lot.id)
    const [left, disputed] = [lot.amount - (of?.gone ?? 0n), of?.disputed ?? false]
    const asked = of?.askedSince ? { since: of.askedSince, minor: of.asked } : null
    return left > 0n && (disputed || !lot.clear) ? [{ ...lot, disputed, minor: left, asked, at: lot.paid_at }] : []
  })
  const [oldest] = lots
  if (!oldest) return { cash: 0n, gold: 0n, clearsAt: null, disputed: false }
  const trades = await db.rows<MadeTrade>(sql`
    select at, side, weight, amount from (
      select made_at as at, 0 as turn, number, side, weight_e4 as weight, amount_minor as amount from vault.trades
      where member_id = ${memberId} and store = ${store}
      union all select c.ended_at, back.turn, t.number, case when (t.side = 'buy') = (back.turn = 1) then 'sell' else 'buy' end, t.weight_e4,
        case back.turn when 1 then t.amount_minor else c.amount_minor end
      from vault.price_choices c join vault.trades t on t.id = c.trade_id
      cross join (values (1), (2)) as back(turn)
      where c.member_id = ${memberId} and c.store = ${store} and (c.state = 'repriced' or c.state = 'undone' and back.turn = 1)
    ) as made where at >= ${oldest.at} order by at, number, turn`)
  const clearsAt = lots.reduce<Date | null>(
    (last, { clear, clears_at: at }) => (!clear && (last === null || at > last) ? at : last),
    null,
  )
  return { ...unclearedNow(lots, trades, has), clearsAt, disputed: lots.some(({ disputed }) => disputed) }
}

/**
 * So much of the member's may leave in this transaction, whose caller holds their place.
 *
 * Refuses as whyNotLeave says.
 */
export async function requireCleared(tx: Tx, holder: Holder, asset: keyof Amounts, amount: bigint): Promise<void> {
  const why = await whyNotLeave(tx, holder, asset, amount)
  if (why) throw why
}

/**
 * What stands in the way of so much of the member's leaving, in this order: balance_too_low; value_disputed while they owe the store what
 * a bank took, or where a dispute that is open is about it; value_uncleared (6000) with `clears_at` and what may leave now. Only to be
 * shown, unless the caller holds their place.
 */
export async function whyNotLeave(
  db: Queryable,
  holder: Holder,
  asset: keyof Amounts,
  amount: bigint,
): Promise<Refusal | null> {
  const has = await balancesOf(db, holder)
  if (has[asset] < amount) return new Refusal('balance_too_low')
  const standing = await readAll(db, holder, has)
  if (!standing) return new Refusal('value_disputed')
  const { uncleared } = standing
  const free = freeOf(standing, asset)
  const now = free < has[asset] ? free : has[asset]
  if (free >= amount) return null
  if (uncleared.disputed || !uncleared.clearsAt) return new Refusal('value_disputed')
  return new Refusal('value_uncleared', {
    clears_at: uncleared.clearsAt.toISOString(),
    may_leave: asset === 'gold' ? weightText(weight(now)) : moneyText(now as Minor, holder.currency),
  })
}

/** What of a member's cash would be taken if banks were right that ask money back now: as an SQL expression. As far as it is there it buys no grams. */
export const askedOfCash = ({ memberId, store }: Holder): Sql => askedBackOf(memberId, store, ['deposit', 'purchase'])

/** The same, read. Only to be shown, unless the caller holds their place. */
export async function askedNow(db: Queryable, holder: Holder): Promise<bigint> {
  const row = await db.row<{ asked: bigint }>(sql`select ${askedOfCash(holder)} as asked`)
  return row?.asked ?? 0n
}

export const frozenOf = (cash: bigint, asked: bigint): bigint => (asked < cash ? asked : cash)

/** What of so much cash may buy grams now: what is beside that. Only to be shown, unless the caller holds their place. */
export const mayBuyWith = async (db: Queryable, holder: Holder, cash: bigint): Promise<bigint> =>
  cash - frozenOf(cash, await askedNow(db, holder))

/** So much of the cash buys grams. Refuses balance_too_low; cash_disputed, with what may be spent, where banks ask back what it would take. */
export function requireEnough(
  { cash, asked }: { cash: bigint; asked: bigint },
  amount: bigint,
  { currency }: Pick<Holder, 'currency'>,
): void {
  if (cash < amount) throw new Refusal('balance_too_low')
  const free = cash - frozenOf(cash, asked)
  if (free < amount) throw new Refusal('cash_disputed', { may_spend: moneyText(free as Minor, currency), currency })
}

/** Whether a member has anything that is uncleared, asked back or owed: whoever has not needs nothing more read. */
export const mayStay = async (db: Queryable, { memberId, store }: Holder): Promise<boolean> => {
  const uncleared = (rows: Sql) => sql`exists (
    select from ${rows} r where r.member_id = ${memberId} and r.store = ${store} and r.state = 'paid' and r.clears_at > now())`
  const row = await db.row<{ may: boolean }>(sql`
    select ${uncleared(sql`vault.deposits`)} or ${uncleared(sql`vault.purchases`)} or ${isAskedBack(memberId, store)} as may`)
  return row?.may ?? false
}

/** What of `has` may not leave now; null where all of it may. Only to be shown. */
export async function readStaying(db: Queryable, holder: Holder, has: Amounts): Promise<Standing | null> {
  const standing = await readAll(db, holder, has)
  if (!standing) return has.cash + has.gold > 0n ? { ...has, clearsAt: null, disputed: true } : null
  const { uncleared } = standing
  // As whyNotLeave judges it: what is uncleared is first of what is owed or set aside beside the balance, which says of itself what it waits for.
  const ofBalance = (asset: keyof Amounts) => {
    const free = freeOf(standing, asset)
    return free < has[asset] ? has[asset] - free : 0n
  }
  const [cash, gold] = [ofBalance('cash'), ofBalance('gold')]
  return cash + gold > 0n ? { ...uncleared, cash, gold } : null
}

type All = { all: Amounts; uncleared: Standing }
/** What is there beyond what is uncleared. */
const freeOf = ({ all, uncleared }: All, asset: keyof Amounts): bigint =>
  all[asset] > uncleared[asset] ? all[asset] - uncleared[asset] : 0n

/**
 * Undefined while they owe the store. What is owed to them beside the balance, and what is set aside for their limit orders, is of the same trades:
 * what is uncleared may be of any. Deposits of large trades are not lost on a way that is not known; no bank reaches them, so that nothing leaves
 * instead of them.
 */
async function readAll(db: Queryable, holder: Holder, has: Amounts): Promise<All | undefined> {
  if (await owesStore(db, holder.memberId, holder.store)) return undefined
  const [owed, aside, deposits] = await Promise.all([
    owedBeside(db, holder),
    heldForLimits(db, holder),
    heldFor(db, holder, DEPOSIT_PURPOSE),
  ])
  const all = { gold: has.gold + aside.gold, cash: has.cash + owed + aside.cash }
  return { all, uncleared: await readUncleared(db, holder, { ...all, cash: all.cash + deposits }) }
}
