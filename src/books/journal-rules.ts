/** A day of a store as a balanced journal. Pure: made from what the ledger's transfers moved and the chart of accounts, nothing else. */
import type { DaySum } from '../ledger/day-sums.ts'
import { type ChartAccount, isMoneyKind, isOfCost } from './chart-rules.ts'

/** One line: exactly one of `debit` and `credit` is above zero; in the smallest unit of the journal's currency. */
export type JournalLine = ChartAccount & { kind: string; debit: bigint; credit: bigint }
export type Journal = { currency: string; lines: JournalLine[]; total: bigint }
/** Grams of the same day beside it: units of 0.0001 g that were added to accounts of a kind and taken from them. */
type GramsMoved = { kind: string; added: bigint; taken: bigint }

/** A journal for each currency, in the order of their codes, lines by number; debits are credits in each, or the ledger is broken and this throws. */
export function journalsOf(sums: DaySum[], accountOf: (kind: string) => ChartAccount): Journal[] {
  const money = Map.groupBy(
    sums.filter(({ asset }) => asset !== 'XAU'),
    ({ asset }) => String(asset),
  )
  return [...money].sort(([a], [b]) => compare(a, b)).map(([currency, own]) => journalOf(currency, own, accountOf))
}

function journalOf(currency: string, sums: DaySum[], accountOf: (kind: string) => ChartAccount): Journal {
  const lines = sums
    .flatMap(({ kind, added, taken }) => {
      if (!isMoneyKind(kind)) throw new Error(`${kind} holds no money`)
      const [debit, credit] = isOfCost(kind) ? [added, taken] : [taken, added]
      const line = { ...accountOf(kind), kind }
      return [
        { ...line, debit, credit: 0n },
        { ...line, debit: 0n, credit },
      ]
    })
    .filter(({ debit, credit }) => debit > 0n || credit > 0n)
    .sort((a, b) => compare(a.number, b.number) || compare(a.kind, b.kind) || compare(a.credit, b.credit))
  const [debits, credits] = [sumOf(lines, 'debit'), sumOf(lines, 'credit')]
  if (debits !== credits) throw new Error(`a journal of ${currency} has ${debits} of debits and ${credits} of credits`)
  return { currency, lines, total: debits }
}

export const gramsOf = (sums: DaySum[]): GramsMoved[] =>
  sums.filter(({ asset }) => asset === 'XAU').map(({ kind, added, taken }) => ({ kind, added, taken }))

const sumOf = (lines: JournalLine[], side: 'debit' | 'credit') => lines.reduce((sum, line) => sum + line[side], 0n)
const compare = <T extends string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
