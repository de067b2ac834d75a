/** Limit orders as their member sees them. */
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { type Currency, type Minor, minor, moneyText, type Weight, weightText } from '../../money/money.ts'
import { defaultDestination, nameDestinations } from '../../payouts/destination-queries.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { balancesOf, type Holder } from '../holder.ts'
import type { Side } from '../trade-rules.ts'
import { askedNow, frozenOf } from '../uncleared.ts'
import { agreementToAccept } from '../vault-agreement.ts'
import type { LimitOrderView, LimitsView } from './limit-contract.ts'
import type { Ending, LimitState, Waits } from './limit-rules.ts'

export type LimitRow = {
  id: string
  number: string
  side: Side
  currency: Currency
  weight: Weight | null
  amount: Minor | null
  limit: Minor
  reserved: bigint
  state: LimitState
  because: Ending | null
  waitsFor: Waits | null
  placedAt: Date
  endsAt: Date
  endedAt: Date | null
  tradeId: string | null
  tradeNumber: string | null
  tradeWeight: Weight | null
  tradeAmount: Minor | null
  tradePrice: Minor | null
}

/** Of a row `o` of vault.limit_orders: what `viewLimit` shows. */
export const limitColumns = sql`o.id, o.number, o.side, o.currency, o.weight_e4 as weight, o.amount_minor as amount, o.limit_minor as "limit",
  o.reserved, o.state, o.because, o.waits_for as "waitsFor", o.placed_at as "placedAt",
  o.ends_at as "endsAt", o.ended_at as "endedAt", t.id as "tradeId", t.number as "tradeNumber", t.weight_e4 as "tradeWeight",
  t.amount_minor as "tradeAmount", t.price_minor as "tradePrice"`
export const limitTables = sql`vault.limit_orders o left join vault.trades t on t.limit_order_id = o.id`

export function viewLimit({ currency, ...row }: LimitRow): LimitOrderView {
  const { tradeId, tradeNumber, tradeWeight, tradeAmount, tradePrice } = row
  const money = (units: bigint) => moneyText(units as Minor, currency)
  return {
    ...{ limit_id: row.id, number: row.number, side: row.side, currency, limit: money(row.limit) },
    weight: row.weight === null ? null : weightText(row.weight),
    amount: row.amount === null ? null : money(row.amount),
    reserved: {
      cash: row.side === 'buy' ? money(row.reserved) : null,
      gold: row.side === 'sell' ? weightText(row.reserved as Weight) : null,
    },
    ...{ state: row.state, because: row.because, waits_for: row.state === 'open' ? row.waitsFor : null },
    ...{ placed_at: row.placedAt.toISOString(), ends_at: row.endsAt.toISOString() },
    ended_at: row.endedAt?.toISOString() ?? null,
    trade:
      tradeId && tradeNumber && tradeWeight !== null && tradeAmount !== null && tradePrice !== null
        ? {
            ...{ trade_id: tradeId, number: tradeNumber, weight: weightText(tradeWeight) },
            ...{ amount: money(tradeAmount), price: money(tradePrice) },
          }
        : null,
  }
}

const theirs = ({ memberId, store }: Pick<Holder, 'memberId' | 'store'>): Sql =>
  sql`o.member_id = ${memberId} and o.store = ${store}`

/** One of the member's. Refuses not_found. */
export async function findLimit(db: Queryable, holder: Holder, id: string): Promise<LimitOrderView> {
  const row = await db.row<LimitRow>(
    sql`select ${limitColumns} from ${limitTables} where o.id = ${id} and ${theirs(holder)}`,
  )
  if (!row) throw new Refusal('not_found')
  return viewLimit(row)
}

/** What the member has with a store, those that ended lately, and what the next one may use. */
export async function listLimits(db: Queryable, holder: Holder): Promise<LimitsView> {
  const { store, currency } = holder
  const keepsCash = settings.cash.stores[store] !== undefined
  const [rows, balances, asked, agreement, paysTo] = await Promise.all([
    db.rows<LimitRow>(sql`
      (select ${limitColumns} from ${limitTables} where ${theirs(holder)} and o.state = 'open')
      union all
      (select ${limitColumns} from ${limitTables} where ${theirs(holder)} and o.state <> 'open'
        order by o.placed_at desc limit ${settings.limitOrders.shownEnded}::int)
      order by "placedAt" desc, id desc`),
    balancesOf(db, holder),
    askedNow(db, holder),
    keepsCash ? agreementToAccept(db, holder).catch(whereNotOpen) : null,
    keepsCash ? null : accountOf(db, holder),
  ])
  const { cash, gold } = balances
  return {
    currency,
    cash_balance: keepsCash ? 'closed' : 'off',
    cash: moneyText(minor(cash - frozenOf(cash, asked)), currency),
    gold: weightText(gold as Weight),
    pays_to: paysTo,
    least: moneyText(minor(settings.trade.least[currency]), currency),
    most: settings.limitOrders.max,
    agreement_version: agreement,
    orders: rows.map(viewLimit),
  }
}

/** Nothing is bought there: who tries is told. */
function whereNotOpen(error: unknown): null {
  if (error instanceof Refusal && error.code === 'vault_not_open') return null
  throw error
}

async function accountOf(db: Queryable, holder: Holder) {
  const id = await defaultDestination(db, holder)
  return id === null ? null : ((await nameDestinations(db, [id])).get(id) ?? null)
}
