/** What a store sold and earned in a range of days, from records, beside what the ledger has of it. */
import { listSoldCosts } from '../catalogue/sold-cost-queries.ts'
import type { Db, Queryable } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { type BookedTransfer, listBooked, listBookedSums } from '../ledger/booked-sums.ts'
import type { TransferKind } from '../ledger/transfer-kind-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { minor, moneyText } from '../money/money.ts'
import { listSoldParts } from '../orders/sales/sold-lines.ts'
import { invalidInput } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { listTradeResults } from '../vault/trade-results.ts'
import {
  accountOfFigure,
  type Brought,
  figures,
  groupTotals,
  holdAgainst,
  isRange,
  MOST_DAYS,
  nothing,
  type Totals,
  totalsOf,
} from './figure-rules.ts'
import type { FiguresView, TotalsView } from './figures-contract.ts'

const kinds = {
  sales: ['sale_booked'],
  costs: ['pieces_delivered', 'pieces_returned'],
  trades: ['gold_bought', 'gold_sold', 'trade_undone', 'trade_repriced'],
} as const satisfies Record<string, TransferKind[]>

type Wish = { from: string; to: string; language: string }

/** By day and by product, records and ledger of one moment. Refuses invalid_input: days the wrong way round, or more than a quarter. */
export async function readFigures(db: Db, store: Store, wish: Wish): Promise<FiguresView> {
  if (!isRange(wish.from, wish.to)) throw invalidInput({ to: problem('day_range', { n: MOST_DAYS }) })
  return inOneSnapshot(db, (tx) => figuresOf(tx, store, wish))
}

async function figuresOf(db: Queryable, store: Store, { from, to, language }: Wish): Promise<FiguresView> {
  const days = { store: store.code, timeZone: store.timeZone, from, to }
  const [booked, ledger] = await Promise.all([
    listBooked(db, days, Object.values(kinds).flat()),
    listBookedSums(db, days, { kinds: Object.values(accountOfFigure), asset: store.currency }),
  ])
  const { brought, names, unknown } = await bringAll(db, store, booked)
  const text = (units: bigint) => moneyText(minor(units), store.currency)
  const view = (totals: Totals): TotalsView => viewTotals(totals, text)
  return {
    ...{ from, to, currency: store.currency, total: view(totalsOf(brought)), cost_unknown: unknown },
    days: groupTotals(brought, ({ day }) => day)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, totals }) => ({ day: key, ...view(totals) })),
    products: groupTotals(brought, ({ product }) => product)
      .sort((a, b) => (a.totals.margin < b.totals.margin ? 1 : -1))
      .map(({ key, totals }) => ({ product_id: key, name: nameIn(names.get(key ?? 0), language), ...view(totals) })),
    held: holdAgainst(brought, ledger).map(({ figure, kind, records, ledger: sum, agrees }) => ({
      ...{ figure, kind, records: text(records), ledger: text(sum), agrees },
      account: ledger.find((one) => one.kind === kind)?.account.toString() ?? null,
    })),
  }
}

const viewTotals = (totals: Totals, text: (units: bigint) => string): TotalsView => ({
  ...{ gold: text(totals.gold), premium: text(totals.premium), making: text(totals.making) },
  ...{ returned: text(totals.returned), sales: text(totals.sales), cost: text(totals.cost) },
  ...{ trades: text(totals.trades), margin: text(totals.margin) },
})

const nameIn = (name: Record<string, string> | undefined, language: string): string =>
  name ? (name[language] ?? Object.values(name)[0] ?? '') : ''

/** What the records behind these transfers say, each on the day on which it was booked. */
async function bringAll(db: Queryable, store: Store, booked: BookedTransfer[]) {
  const of = (own: readonly TransferKind[]) => booked.filter(({ kind }) => own.includes(kind))
  const [sales, moves, trades] = [of(kinds.sales), of(kinds.costs), of(kinds.trades)]
  const referencesOf = (own: BookedTransfer[]) => [...new Set(own.map(({ reference }) => reference))]
  const acts = referencesOf(moves).map((reference) => reference.split(':')[0] ?? '')
  const [parts, costs, results] = await Promise.all([
    listSoldParts(db, referencesOf(sales)),
    listSoldCosts(db, store.code, acts, store.currency),
    listTradeResults(db, referencesOf(trades)),
  ])
  const names = new Map([...costs, ...parts].map(({ productId, name }) => [productId, name]))
  const signed = (way: bigint, row: Partial<Brought>) =>
    Object.fromEntries(figures.map((figure) => [figure, way * (row[figure] ?? 0n)]))
  const bring = (transfer: BookedTransfer, product: number | null, row: Partial<Brought>): Brought => ({
    ...nothing,
    ...signed(BigInt(transfer.way), row),
    ...{ day: transfer.day, product },
  })
  let unknown = 0
  const brought = [
    ...joined(sales, parts, (sale, part) => bring(sale, part.productId, part)),
    ...joined(moves, costs, (move, own) => {
      const sign = move.kind === 'pieces_delivered' ? 1n : -1n
      unknown += Number(sign) * own.unknown
      return bring(move, own.productId, { cost: sign * own.cost })
    }),
    ...joined(
      trades,
      results.map((row) => ({ ...row, reference: `${row.kind} ${row.reference}` })),
      (trade, { spread, rounding }) => bring(trade, null, { spread, rounding }),
      ({ kind, reference }) => `${kind} ${reference}`,
    ),
  ]
  return { brought, names, unknown }
}

/** Each transfer with every row of its record. */
function joined<Row extends { reference: string }>(
  transfers: BookedTransfer[],
  rows: Row[],
  both: (transfer: BookedTransfer, row: Row) => Brought,
  keyOf: (transfer: BookedTransfer) => string = ({ reference }) => reference,
): Brought[] {
  const byReference = Map.groupBy(rows, ({ reference }) => reference)
  return transfers.flatMap((transfer) => (byReference.get(keyOf(transfer)) ?? []).map((row) => both(transfer, row)))
}
