/** What a store has and is bound to at this moment, in grams and in money. */
import { describeExposure } from '../backing/open-exposure.ts'
import { listAgedStock } from '../catalogue/sold-cost-queries.ts'
import type { Queryable } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import type { Bag } from '../karat.ts'
import { listHouseAccounts } from '../ledger/browse-queries.ts'
import type { AccountKind } from '../ledger/ledger-rules.ts'
import {
  divideDown,
  minor,
  moneyText,
  type PricePerGram,
  perGram,
  WEIGHT_UNITS_PER_GRAM,
  weight,
  weightText,
} from '../money/money.ts'
import type { PriceState } from '../pricing/price-rules.ts'
import { priceStateOf } from '../pricing/price-state.ts'
import type { Store } from '../stores/stores.ts'
import { describeFloat } from '../vault/float-view.ts'
import type { StandingView } from './figures-contract.ts'

const gold = ['shop_stock', 'raw_gold', 'vault'] as const satisfies AccountKind[]

/** Stock at the bid of this moment, by age; what waits in suspense; open exposure and members' cash as the vault's desk has them. */
export function readStanding({ db, prices }: Pick<Bag<'books'>, 'db' | 'prices'>, store: Store): Promise<StandingView> {
  const state = priceStateOf({ prices }, store)
  const bid = state === null ? null : prices.of(store.code, store.currency).bid
  return inOneSnapshot(db, (tx) => standingOf(tx, store, { state, bid }))
}

type Priced = { state: PriceState | null; bid: PricePerGram | null }

async function standingOf(db: Queryable, store: Store, { state, bid }: Priced): Promise<StandingView> {
  const { code, currency } = store
  const [held, aged, exposure, float] = await Promise.all([
    listHouseAccounts(db, code, [...gold, 'suspense']),
    listAgedStock(db, store),
    describeExposure(db, code, state),
    describeFloat(db, store),
  ])
  const of = (kind: AccountKind, asset: string) => held.find((one) => one.kind === kind && one.asset === asset)
  const accountOf = (kind: AccountKind, asset: string) => of(kind, asset)?.account.toString() ?? null
  const worth = (fine: bigint) =>
    bid === null ? null : moneyText(minor(divideDown(fine * bid, WEIGHT_UNITS_PER_GRAM)), currency)
  const inGrams = (fine: bigint) => ({ grams: weightText(weight(fine)), value: worth(fine) })
  const pieces = aged.reduce((sum, { fine }) => sum + fine, 0n)
  return {
    ...{ currency, exposure, cash_float: float, bid: bid === null ? null : moneyText(perGram(bid), currency) },
    stock: gold.map((kind) => ({ kind, ...inGrams(of(kind, 'XAU')?.sum ?? 0n), account: accountOf(kind, 'XAU') })),
    ages: aged.map(({ from, pieces: count, fine }) => ({ from, pieces: count, ...inGrams(fine) })),
    ages_agree: pieces === (of('shop_stock', 'XAU')?.sum ?? 0n),
    suspense: {
      amount: moneyText(minor(of('suspense', currency)?.sum ?? 0n), currency),
      account: accountOf('suspense', currency),
    },
  }
}
