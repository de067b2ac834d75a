/** What the page about the proof shows, from the published files alone. */
import { type Db, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { amountText, BPS_ONE, divideDown, weight, weightText } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import { type ListedBar, readBarList } from './bar-list-rules.ts'
import type { ProofBars, ProofCash, ProofDay, ProofView } from './contract.ts'
import { findFile } from './day-queries.ts'
import { isLate } from './late-days.ts'
import { type CashLine, readNote, splitSigned, ZEROS } from './note-rules.ts'

const grams = (units: bigint) => weightText(weight(units))

type DayRow = {
  date: string
  number: bigint
  instant: Date
  owed: bigint
  there: bigint
  breach: boolean
  witnesses: number
  commitment: string
}

const viewDay = ({ date, number, instant, owed, there, breach, witnesses, commitment }: DayRow): ProofDay => ({
  ...{ date, number: Number(number), instant: instant.toISOString(), breach, witnesses },
  ...{ owed: grams(owed), there: grams(there), spare: grams(there - owed) },
  ratioBps: owed > 0n ? Number(divideDown(there * BPS_ONE, owed)) : null,
  asked: commitment !== ZEROS,
})

/** How many days the page draws; all of them are in the list of files. */
const DRAWN = 92

export type BarWish = { q: string; part: 'all' | 'vault' | 'shop' | 'uncounted'; rows: number }

/** The last day with those before it, and its bars as they are asked for; null before the first. */
export async function describeProof(
  { db, settings }: Pick<Bag<'proof'>, 'db' | 'settings'>,
  { code: store, timeZone }: Store,
  wish: BarWish,
): Promise<ProofView> {
  const rows = await db.rows<DayRow>(sql`
    select to_char(date, 'YYYY-MM-DD') as date, number, instant, owed_e4 as owed, there_e4 as there, breach, witnesses,
      split_part(text, E'\n', 5) as commitment
    from proof.days where store = ${store} order by number desc limit ${DRAWN}::int`)
  const [last] = rows
  if (!last) return null
  const [{ bars, witnesses, cash }, late] = await Promise.all([
    readDay(db, store, last.date),
    isLate(db, { code: store, timeZone }, settings.proof.lateSeconds),
  ])
  const days = rows.map(viewDay)
  return {
    store,
    late,
    day: viewDay(last),
    days,
    gaps: gapsIn(days),
    cash,
    witnesses,
    bars: describeBars(bars, wish),
  }
}

/** The bars of a day, and who signed beside the store. */
type ShownDay = { date: string; bars: ListedBar[]; witnesses: string[]; cash: ProofCash[] }
/** Of each store the day that was shown last: what is published never changes. */
const known = new WeakMap<object, Map<string, ShownDay>>()

async function readDay(db: Db, store: string, date: string): Promise<ShownDay> {
  const kept = known.get(db) ?? new Map<string, ShownDay>()
  known.set(db, kept)
  const before = kept.get(store)
  if (before?.date === date) return before
  const [list, note] = await Promise.all(['bars.csv', 'note'].map((name) => findFile(db, { store, date, name })))
  if (!list || !note) throw new Error(`files of ${date} are missing`)
  const { bars } = readBarList(new Uint8Array(list))
  const { text, lines } = splitSigned(note.toString(), 'note_malformed')
  const [, ...beside] = lines
  const day = { date, bars, witnesses: beside.map(({ name }) => name), cash: readNote(text).cash.map(viewCash) }
  kept.set(store, day)
  return day
}

const viewCash = ({ currency, owed, atBank, statementDate }: CashLine): ProofCash => ({
  ...{ currency, statement_date: statementDate },
  owed: amountText(owed, currency),
  at_bank: amountText(atBank, currency),
})

const DAY_MS = 86_400_000
/** Dates without a proof, the newest first, between those that are shown. */
function gapsIn(days: ProofDay[]): string[] {
  return days.slice(0, -1).flatMap(({ date }, i) => {
    const missing: string[] = []
    const before = Date.parse(days[i + 1]?.date ?? date)
    for (let at = Date.parse(date) - DAY_MS; at > before; at -= DAY_MS)
      missing.push(new Date(at).toISOString().slice(0, 10))
    return missing
  })
}

const isHidden = ({ serial }: ListedBar) => serial.startsWith('#')
const isUncounted = ({ state }: ListedBar) => state === 'pledged' || state === 'inspection'
const parts = {
  all: () => true,
  vault: (bar: ListedBar) => !isHidden(bar),
  shop: isHidden,
  uncounted: isUncounted,
}

/** The vault's own first, for they can be read, and the heaviest of each. */
const byWeight = (a: ListedBar, b: ListedBar) =>
  Number(isHidden(a)) - Number(isHidden(b)) || Number(b.fineWeight - a.fineWeight)

function describeBars(bars: ListedBar[], { q, part, rows }: BarWish): ProofBars {
  const typed = q.trim().toLowerCase().replaceAll(/\s+/g, '')
  const fits = ({ serial, maker }: ListedBar) =>
    typed === '' || `${serial}${maker}`.toLowerCase().replaceAll(/\s+/g, '').includes(typed)
  const found = bars.filter((bar) => parts[part](bar) && fits(bar)).sort(byWeight)
  const sum = (some: ListedBar[]) =>
    grams(some.reduce((all, bar) => all + (isUncounted(bar) ? 0n : bar.fineWeight), 0n))
  const of = (name: keyof typeof parts) => bars.filter(parts[name])
  return {
    counts: { all: bars.length, vault: of('vault').length, shop: of('shop').length, uncounted: of('uncounted').length },
    sums: { vault: sum(of('vault')), shop: sum(of('shop')) },
    found: found.length,
    rows: found.slice(0, rows).map(({ grossWeight, fineWeight, ...bar }) => ({
      ...bar,
      gross: grams(grossWeight),
      fine: grams(fineWeight),
    })),
  }
}
