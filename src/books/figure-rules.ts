/** The owner's figures of a range of days, added up from records, and held against the ledger. Pure; minor units. */
import type { AccountKind } from '../ledger/ledger-rules.ts'
import { isDay } from '../locale/day-rules.ts'

/** Days that are looked at together. */
export const MOST_DAYS = 92
const DAY_MS = 86_400_000

/** Whether the figures can be of these days: both are some, the first is not after the last, and there are not too many. */
export const isRange = (from: string, to: string): boolean =>
  isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS

/** What one record brought on its day: of a product, or of trades of grams (`product` null). */
export type Brought = { day: string; product: number | null } & Amounts
export type Amounts = Record<Figure, bigint>

export const figures = ['gold', 'premium', 'making', 'cost', 'spread', 'rounding'] as const
export type Figure = (typeof figures)[number]

/** The account of the house whose entries a figure is. */
export const accountOfFigure = {
  gold: 'sales_gold',
  premium: 'sales_premium',
  making: 'sales_making',
  cost: 'cost_of_sales',
  spread: 'spread',
  rounding: 'rounding',
} as const satisfies Record<Figure, AccountKind>

export const nothing: Amounts = { gold: 0n, premium: 0n, making: 0n, cost: 0n, spread: 0n, rounding: 0n }

/** `returned` is what of the sales went back, above zero; it is in gold, premium and making charge already. */
export type Totals = Amounts & { returned: bigint; sales: bigint; trades: bigint; margin: bigint }

export function totalsOf(rows: readonly Brought[]): Totals {
  const sum = { ...nothing }
  let returned = 0n
  for (const row of rows) {
    for (const figure of figures) sum[figure] += row[figure]
    const sold = row.gold + row.premium + row.making
    if (sold < 0n) returned -= sold
  }
  const [sales, trades] = [sum.gold + sum.premium + sum.making, sum.spread + sum.rounding]
  return { ...sum, returned, sales, trades, margin: sales - sum.cost + trades }
}

/** Totals by what `key` says, in its order: days upwards, products as they first come. */
export const groupTotals = <Key>(
  rows: readonly Brought[],
  key: (row: Brought) => Key,
): { key: Key; totals: Totals }[] =>
  [...Map.groupBy(rows, key)].map(([one, own]) => ({ key: one, totals: totalsOf(own) }))

type LedgerSum = { day: string; kind: AccountKind; sum: bigint }
/** `agrees`: on every day, not in total alone. */
export type Held = { figure: Figure; kind: AccountKind; records: bigint; ledger: bigint; agrees: boolean }

/** Each figure beside what its account was given; days on which only one of the two has something disagree as well. */
export const holdAgainst = (rows: readonly Brought[], ledger: readonly LedgerSum[]): Held[] =>
  figures.map((figure) => {
    const kind = accountOfFigure[figure]
    const own = ledger.filter((one) => one.kind === kind)
    const days = new Map<string, bigint>()
    const add = (day: string, amount: bigint) => days.set(day, (days.get(day) ?? 0n) + amount)
    for (const row of rows) add(row.day, row[figure])
    for (const { day, sum } of own) add(day, -sum)
    return {
      ...{ figure, kind, records: totalsOf(rows)[figure], ledger: own.reduce((whole, { sum }) => whole + sum, 0n) },
      agrees: [...days.values()].every((left) => left === 0n),
    }
  })
