/** Bars as somebody types, pastes or sends their list: plain lines, or a table with a head as vaults write it (LBMA). Pure. */
import { decimal, parseDecimal } from '../../money/money.ts'
import { type BarKind, barKinds, readFineness } from './bar-rules.ts'

const barProblems = [
  ...['no_serial', 'no_weight', 'no_maker', 'no_fineness', 'no_year', 'no_kind', 'no_seal', 'fine_differs'],
  ...['no_step', 'ounces_differ'],
  ...['column_missing', 'column_twice', 'twice', 'known'],
] as const
type BarProblem = (typeof barProblems)[number]
/** `line` counts from 1; `told` is the line where the number stands already, what the fine weight should be, or the columns that are read. */
export type BarFault = { line: number; typed: string; problem: BarProblem; told: string | null }
/** What the list does not say of a bar is null: it is then what is said of all of them. */
export type TypedBar = {
  line: number
  serial: string
  grossWeight: bigint
  maker: string | null
  kind: BarKind | null
  fineness: number | null
  year: number | null
  /** Of a list that says it: the number of the seal it lies under. */
  seal?: string
}
type BarList = { bars: TypedBar[]; faults: BarFault[] }

const FORM = /^[0-9A-Z][0-9A-Z./-]{0,39}$/
/** Nothing that is called a bar weighs more than 30 kg. */
const HEAVIEST = 300_000_000n
const LONGEST_SEAL = 80

/** What each column of a table may be called; weights say their unit. What else stands in the table is not read. */
const columns = {
  serial: ['serial', 'bar number', 'bar no', 'bar no.'],
  maker: ['maker', 'refiner', 'brand'],
  year: ['year', 'year of manufacture'],
  kind: ['kind'],
  gross_g: ['gross_g', 'gross weight (g)'],
  gross_oz: ['gross_oz', 'gross weight (oz)'],
  fineness: ['fineness', 'assay'],
  fine_g: ['fine_g', 'fine weight (g)'],
  fine_oz: ['fine_oz', 'fine weight (oz)'],
  seal: ['seal', 'seal number'],
} as const
type Column = keyof typeof columns
/** How a list is told which columns it may have. */
export const barColumns = Object.keys(columns).join(', ')

/**
 * Either a bar a line, its number and its gross weight in grams, parted by a comma, a semicolon, a tab or spaces; or a table, whose first
 * line names its columns. Empty lines are left out but counted. The number is kept in capitals, as it is stamped.
 *
 * A table's weights are in grams or troy ounces (grams where it has both). A fine weight that it states has to be the one that its own
 * gross weight and fineness give, rounded down or to the nearest of its last decimal, as lists of vaults do. A large bar in ounces stands
 * in steps of 0.025 oz; where a table has both units they are the same weight, as far as the list rounds.
 *
 * `maker` is of those bars of which the list says none: a number stands once with each maker.
 */
export function readBars(text: string, maker = ''): BarList {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((whole, index) => ({ line: index + 1, typed: whole.trim() }))
    .filter(({ typed }) => typed !== '')
  const [first, ...rest] = lines
  const head = first && headOf(first.typed)
  if (!first || !head) return gather(lines, maker, plainBar)
  const fault = (problem: BarProblem): BarList => ({
    bars: [],
    faults: [{ line: first.line, typed: first.typed, problem, told: barColumns }],
  })
  const places = new Map<Column, number>()
  for (const [place, column] of head.names.entries()) {
    if (column && places.has(column)) return fault('column_twice')
    if (column) places.set(column, place)
  }
  if (!places.has('serial') || !(places.has('gross_g') || places.has('gross_oz'))) return fault('column_missing')
  return gather(rest, maker, (typed) => {
    const cells = cellsOf(typed, head.parts)
    return listedBar((column) => cells[places.get(column) ?? -1] ?? '')
  })
}

type Judged = Omit<TypedBar, 'line'> | { problem: BarProblem; told?: string }

type Line = { line: number; typed: string }

function gather(lines: Line[], common: string, judge: (typed: string) => Judged): BarList {
  const bars: TypedBar[] = []
  const faults: BarFault[] = []
  const seen = new Map<string, number>()
  for (const { line, typed } of lines) {
    const bar = judge(typed)
    if ('problem' in bar) {
      faults.push({ line, typed, problem: bar.problem, told: bar.told ?? null })
      continue
    }
    const name = `${bar.maker ?? common}\n${bar.serial}`
    const before = seen.get(name)
    if (before === undefined) bars.push({ line, ...bar })
    else faults.push({ line, typed, problem: 'twice', told: String(before) })
    seen.set(name, before ?? line)
  }
  return { bars, faults }
}

function plainBar(typed: string): Judged {
  const [serial = '', gross = '', seal = ''] = typed.toUpperCase().split(/\s*[,;\t]\s*|\s+/)
  if (!FORM.test(serial)) return { problem: 'no_serial' }
  const grossWeight = weightOf(gross)
  if (grossWeight === null) return { problem: 'no_weight' }
  if (seal.length > LONGEST_SEAL) return { problem: 'no_seal' }
  return { serial, grossWeight, maker: null, kind: null, fineness: null, year: null, ...(seal ? { seal } : {}) }
}

const weightOf = (grams: string) => withinBounds(parseDecimal(grams, 4))
const withinBounds = (weight: bigint | null) => (weight === null || weight === 0n || weight > HEAVIEST ? null : weight)

function listedBar(cell: (column: Column) => string): Judged {
  const serial = cell('serial').toUpperCase()
  if (!FORM.test(serial)) return { problem: 'no_serial' }
  const inGrams = cell('gross_g') !== ''
  const ounces = parseDecimal(cell('gross_oz'), 3)
  const grossWeight = inGrams ? weightOf(cell('gross_g')) : ounces === null ? null : withinBounds(gramsOf(ounces))
  if (grossWeight === null) return { problem: 'no_weight' }
  const unfit = unfitOunces(ounces, inGrams ? grossWeight : null)
  if (unfit !== null) return unfit
  const [maker, year, kind] = [cell('maker'), cell('year'), cell('kind').toLowerCase()]
  if (maker !== '' && (maker.length < 2 || maker.length > 60)) return { problem: 'no_maker' }
  if (year !== '' && !/^(19|20)\d\d$/.test(year)) return { problem: 'no_year' }
  if (kind !== '' && !barKinds.includes(kind as BarKind)) return { problem: 'no_kind' }
  if (cell('seal').length > LONGEST_SEAL) return { problem: 'no_seal' }
  const fineness = listedFineness(cell('fineness'))
  if (cell('fineness') !== '' && fineness === null) return { problem: 'no_fineness' }
  const stated = cell(inGrams ? 'fine_g' : 'fine_oz')
  const gross = inGrams ? { units: grossWeight, places: 4 } : { units: ounces ?? 0n, places: 3 }
  const right = fineness === null || stated === '' ? null : statedFine(stated, gross, fineness)
  if (right !== null) return { problem: 'fine_differs', told: right }
  return {
    ...{ serial, grossWeight, maker: maker || null, kind: (kind || null) as BarKind | null, fineness },
    year: year === '' ? null : Number(year),
    ...(cell('seal') ? { seal: cell('seal') } : {}),
  }
}

/** A troy ounce is 31.1034768 g: thousandths of ounces as units of 0.0001 g, rounded down. */
export const gramsOf = (thousandths: bigint): bigint => (thousandths * 311_034_768n) / 1_000_000n
/** Units of 0.0001 g as thousandths of troy ounces, to the nearest one. */
export const ouncesOf = (units: bigint): bigint => (units * 1_000_000n * 2n + 311_034_768n) / (311_034_768n * 2n)

/** From here on, in thousandths of ounces, a bar is one of London's large ones: its ounces are listed in steps, rounded down (LBMA, Good Delivery). */
const LARGE = 350_000n
const STEP = 25n

/** How a list states a gross weight in thousandths of ounces: in whole steps of a large bar, to the nearest of another. */
export const listedOunces = (units: bigint): bigint => {
  const ounces = ouncesOf(units)
  return ounces < LARGE ? ounces : ounces - (ounces % STEP)
}
/** And its fine gold: to the nearest thousandth of what the listed gross weight holds. */
export const listedFineOunces = (units: bigint, fineness: number): bigint =>
  (listedOunces(units) * BigInt(fineness) * 2n + 10_000n) / 20_000n

/** What is wrong with the ounces of a table; `grossWeight` where it states grams too. */
function unfitOunces(ounces: bigint | null, grossWeight: bigint | null): { problem: BarProblem; told: string } | null {
  if (ounces === null) return null
  if (grossWeight === null)
    return ounces >= LARGE && ounces % STEP !== 0n
      ? { problem: 'no_step', told: decimal(ounces - (ounces % STEP), 3) }
      : null
  const right = listedOunces(grossWeight)
  const away = right > ounces ? right - ounces : ounces - right
  return away > (ounces < LARGE ? 1n : STEP) ? { problem: 'ounces_differ', told: decimal(right, 3) } : null
}

/** Parts of ten thousand of "999.9", ".9999" or "9999", as lists of vaults write it. */
function listedFineness(text: string): number | null {
  const share = /^0?\.(\d{3,4})$/.exec(text)?.[1]?.padEnd(4, '0') ?? /^(\d{4})$/.exec(text)?.[1]
  return readFineness(share ? `${share.slice(0, 3)}.${share.slice(3)}` : text)
}

/** Null when the fine weight that a list states fits its gross weight; else what it should be, to the same decimal. */
function statedFine(stated: string, gross: { units: bigint; places: number }, fineness: number): string | null {
  const places = /\.(\d+)$/.exec(stated)?.[1]?.length ?? 0
  const told = places > gross.places ? null : parseDecimal(stated, places)
  const [shown, step] = [Math.min(places, gross.places), 10n ** BigInt(gross.places - Math.min(places, gross.places))]
  const exact = gross.units * BigInt(fineness)
  const [down, nearest] = [exact / (10_000n * step), (exact * 2n + 10_000n * step) / (20_000n * step)]
  if (told !== null && (told === down || told === nearest)) return null
  const digits = nearest.toString().padStart(shown + 1, '0')
  return shown === 0 ? digits : `${digits.slice(0, -shown)}.${digits.slice(-shown)}`
}

/** The columns that a line names, undefined for those that are not read; null for a line that is no head: one of a bar. */
function headOf(typed: string): { parts: string; names: (Column | undefined)[] } | null {
  const parts = ['\t', ';', ','].find((one) => typed.includes(one)) ?? ','
  const names = cellsOf(typed, parts).map((name) => columnOf(name.toLowerCase()))
  return names.some((name) => name !== undefined) ? { parts, names } : null
}
const columnOf = (name: string) =>
  (Object.keys(columns) as Column[]).find((column) => (columns[column] as readonly string[]).includes(name))

/** The cells of a line; one in quotation marks may have the sign in it that parts them. */
const cellsOf = (typed: string, parts: string): string[] =>
  [
    ...`${parts}${typed}`.matchAll(
      new RegExp(`${parts}(?:\\s*"((?:[^"]|"")*)"\\s*(?=${parts}|$)|([^${parts}]*))`, 'g'),
    ),
  ].map(([, quoted, bare = '']) => (quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim())
