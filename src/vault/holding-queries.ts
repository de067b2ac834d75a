/** What a member has in the vault of a store. */
import { isToldHeld } from '../cases/legal-hold.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { latestMovements } from '../ledger/latest-movements.ts'
import { type Minor, moneyText, weight, weightText } from '../money/money.ts'
import { takenMethods } from '../payments/providers.ts'
import { viewTerms } from '../payments/require-method.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import type { HoldingView } from './contract.ts'
import type { Holder } from './holder.ts'
import { averageCost, type Basis } from './holding-rules.ts'
import { listOpenChoices } from './price-choices/choice-queries.ts'
import { askedNow, frozenOf, mayStay, readStaying } from './uncleared.ts'

type Figures = Basis & { realised: bigint; since: Date | null }

/**
 * Grams and money with the store, what the grams cost on average, what sales have brought, and the last movements. Five statements, sent
 * together, and five more where something of it may not leave; none of them reads more the more the member has traded.
 */
export async function readHolding(
  { db, providers, stores }: Pick<Bag<'vault'>, 'db' | 'providers' | 'stores'>,
  holder: Holder,
): Promise<HoldingView> {
  const { memberId, store, currency } = holder
  const [{ balances, movements }, { realised, since, ...basis }, isPaused, choices, mayHaveToStay] = await Promise.all([
    latestMovements(db, { store, id: memberId }, currency, settings.trade.lastMovements),
    findFigures(db, holder),
    isToldHeld(db, memberId),
    listOpenChoices(db, holder),
    mayStay(db, holder),
  ])
  const stays = mayHaveToStay ? await readStaying(db, holder, balances) : null
  const asked = stays?.disputed ? await askedNow(db, holder) : 0n
  const average = averageCost(basis)
  const text = (units: bigint) => moneyText(units as Minor, currency)
  const mayKeep = storeOf({ stores }, store).features.cash_balance || balances.cash > 0n
  const grams = (units: bigint) => weightText(weight(units))
  return {
    currency,
    is_paused: isPaused,
    price_choices: choices.map(({ id, number, side }) => ({ trade_id: id, number, side })),
    stays: stays && {
      ...{ gold: grams(stays.gold), cash: text(stays.cash) },
      ...{ clears_at: stays.clearsAt?.toISOString() ?? null, is_disputed: stays.disputed },
    },
    cash_balance: settings.cash.stores[store] && mayKeep ? 'closed' : 'off',
    methods: viewTerms({ store: storeOf({ stores }, store), taken: takenMethods(providers), currency }),
    ...{ cash: text(balances.cash), cash_frozen: text(frozenOf(balances.cash, asked)) },
    ...{ cash_held: text(balances.cash_held) },
    ...{ gold: grams(balances.gold), gold_held: grams(balances.gold_held) },
    basis: {
      ...{ weight: grams(basis.weight), cost: text(basis.cost) },
      average_cost: average === null ? null : text(average),
    },
    realised: text(realised),
    since: since?.toISOString() ?? null,
    movements: movements.map(({ transferId, kind, at, cash, gold }) => ({
      ...{ movement_id: transferId, kind, at: at.toISOString(), cash: text(cash), gold: grams(gold) },
    })),
  }
}

/** What the database keeps of it with every transfer (decision 0099). */
const findFigures = async (db: Queryable, { memberId, store }: Holder): Promise<Figures> =>
  (await db.row<Figures>(sql`
    select weight_e4 as weight, cost_minor as cost, realised_minor as realised, begun_at as since from vault.cost_heads
    where member_id = ${memberId} and store = ${store}`)) ?? { weight: 0n, cost: 0n, realised: 0n, since: null }
