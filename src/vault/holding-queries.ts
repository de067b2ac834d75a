/** What a member has in the vault of a store. */
import { isToldHeld } from '../cases/legal-hold.ts'
import { type Queryable, sql } from '../db/database.ts'
import { latestMovements } from '../ledger/latest-movements.ts'
import { type Minor, moneyText, weight, weightText } from '../money/money.ts'
import { viewTerms } from '../payments/require-method.ts'
import { settings } from '../settings.ts'
import type { HoldingView } from './contract.ts'
import type { Holder } from './holder.ts'
import { afterTrade, averageCost, nothingBought } from './holding-rules.ts'
import { listOpenChoices } from './price-choices/choice-queries.ts'
import type { Side } from './trade-rules.ts'
import { mayStay, readStaying } from './uncleared.ts'

type TradeRow = { side: Side; weight: bigint; amount: bigint; price: bigint; made_at: Date }

/**
 * Grams and money with the store, what the grams cost on average, what sales have brought, the last movements and the newest trades. Five
 * statements, sent together, and four more where something of it may not leave; what they read grows by a short row for each trade the
 * member has made, what is answered does not.
 */
export async function readHolding(db: Queryable, holder: Holder): Promise<HoldingView> {
  const { memberId, store, currency } = holder
  const { lastMovements, drawnTrades } = settings.trade
  const [{ balances, movements }, trades, isPaused, choices, mayHaveToStay] = await Promise.all([
    latestMovements(db, { store, id: memberId }, currency, lastMovements),
    listTrades(db, holder),
    isToldHeld(db, memberId),
    listOpenChoices(db, holder),
    mayStay(db, holder),
  ])
  const stays = mayHaveToStay ? await readStaying(db, holder, balances) : null
  const bought = trades.reduce(afterTrade, nothingBought)
  const average = averageCost(bought)
  const text = (units: bigint) => moneyText(units as Minor, currency)
  const grams = (units: bigint) => weightText(weight(units))
  return {
    currency,
    is_paused: isPaused,
    price_choices: choices.map(({ id, number, side }) => ({ trade_id: id, number, side })),
    stays: stays && {
      ...{ gold: grams(stays.gold), cash: text(stays.cash) },
      ...{ clears_at: stays.clearsAt?.toISOString() ?? null, is_disputed: stays.disputed },
    },
    cash_balance: settings.cash.stores[store] ? 'closed' : 'off',
    methods: viewTerms({ store, currency }),
    ...{ cash: text(balances.cash), cash_held: text(balances.cash_held) },
    ...{ gold: grams(balances.gold), gold_held: grams(balances.gold_held) },
    bought: {
      ...{ weight: grams(bought.weight), cost: text(bought.cost) },
      average_cost: average === null ? null : text(average),
    },
    realised: text(bought.realised),
    movements: movements.map(({ transferId, kind, at, cash, gold }) => ({
      ...{ movement_id: transferId, kind, at: at.toISOString(), cash: text(cash), gold: grams(gold) },
    })),
    trades: trades.slice(-drawnTrades).map((trade) => ({
      ...{ side: trade.side, weight: grams(trade.weight), amount: text(trade.amount), price: text(trade.price) },
      made_at: trade.made_at.toISOString(),
    })),
  }
}

/** A trade at a wrong price that was undone is none; one that was corrected is what it was corrected to. */
const listTrades = (db: Queryable, { memberId, store }: Holder) =>
  db.rows<TradeRow>(sql`
    select t.side, t.weight_e4 as weight, coalesce(c.amount_minor, t.amount_minor) as amount, coalesce(c.price_minor, t.price_minor) as price,
      t.made_at, t.id
    from vault.trades t left join vault.price_choices c on c.trade_id = t.id and c.state in ('undone', 'repriced')
    where t.member_id = ${memberId} and t.store = ${store} and c.state is distinct from 'undone'
    union all select side, weight_e4, amount_minor, price_minor, happened_at, id from vault.past_trades
    where member_id = ${memberId} and store = ${store} order by made_at, id`)
