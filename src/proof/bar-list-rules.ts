/** The list of what is counted as the house's gold, one line a piece. Pure. Source: docs/proof.md. */
import { decimal, parseDecimal } from '../money/money.ts'
import { Fault } from './fault-rules.ts'
import { hexOf, joinBytes, sha256, utf8 } from './hash-rules.ts'
import { decode } from './note-rules.ts'

const COLUMNS = 'serial,maker,kind,gross_weight,fineness,fine_weight,place,state,counted'
const listedStates = ['available', 'reserved', 'pledged', 'inspection'] as const
export type ListedState = (typeof listedStates)[number]
export const isCounted = (state: ListedState): boolean => state === 'available' || state === 'reserved'

/** Weights in 0.0001 g, fineness in parts of ten thousand. */
export type ListedBar = {
  serial: string
  maker: string
  kind: string
  grossWeight: bigint
  fineness: number
  fineWeight: bigint
  place: string
  state: ListedState
}

/** One text for maker and serial, which no other two give. */
export const nameOfBar = ({ maker, serial }: Pick<ListedBar, 'maker' | 'serial'>): string =>
  JSON.stringify([maker, serial])

/** What stands for the number of a piece that is not of the vault register; the secret opens it to its owner and the auditor. */
export const hiddenSerial = (secret: Uint8Array, maker: string, serial: string): string =>
  `#${hexOf(sha256(joinBytes(secret, utf8(`${maker}/${serial}`))))}`

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Sorted by number and maker, so that one list is written in one way. */
export function writeBars(bars: readonly ListedBar[]): string {
  const lines = bars
    .map(({ serial, maker, kind, grossWeight, fineness, fineWeight, place, state }) =>
      [
        ...[serial, maker, kind, decimal(grossWeight, 4), decimal(BigInt(fineness), 1)],
        ...[decimal(fineWeight, 4), place, state, isCounted(state) ? '1' : '0'],
      ]
        .map(quoted)
        .join(','),
    )
    .sort()
  return [COLUMNS, ...lines].map((line) => `${line}\n`).join('')
}

export const sumOfBars = (bars: readonly ListedBar[]): bigint =>
  bars.reduce((sum, { state, fineWeight }) => sum + (isCounted(state) ? fineWeight : 0n), 0n)

/** A line's fields; null where quotes are not closed. */
function fieldsOf(line: string): string[] | null {
  if (!/^(("([^"]|"")*"|[^",]*)(,|$))+$/.test(line)) return null
  return [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^",]*)/g)].map(([, field = '']) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
  )
}

/** The bars of a list, and what is counted of them. */
export function readBarList(file: Uint8Array): { bars: ListedBar[]; counted: bigint } {
  const text = decode(file, 'bars_malformed')
  const [header, ...lines] = text.split('\n')
  if (header !== COLUMNS || lines.pop() !== '' || text.includes('\r'))
    throw new Fault('bars_malformed', 'header or line ends')
  const seen = new Set<string>()
  const bars = lines.map((line) => {
    const { bar, counted } = readBar(line)
    const name = nameOfBar(bar)
    if (seen.has(name)) throw new Fault('bar_twice', `${bar.maker} ${bar.serial}`)
    seen.add(name)
    if (counted !== (isCounted(bar.state) ? '1' : '0'))
      throw new Fault('bar_counted', `${bar.maker} ${bar.serial}: ${bar.state}, ${counted}`)
    return bar
  })
  return { bars, counted: sumOfBars(bars) }
}

function readBar(line: string): { bar: ListedBar; counted: string } {
  const fields = fieldsOf(line)
  const [
    serial = '',
    maker = '',
    kind = '',
    gross = '',
    fineness = '',
    fine = '',
    place = '',
    state = '',
    counted = '',
  ] = fields ?? []
  const weights = [gross, fine].map((text) => (/^(0|[1-9]\d*)\.\d{4}$/.test(text) ? parseDecimal(text, 4) : null))
  const [grossWeight, fineWeight] = [weights[0] ?? null, weights[1] ?? null]
  const parts = parseDecimal(fineness, 1)
  const known = listedStates.find((one) => one === state)
  if (
    fields?.length !== 9 ||
    !serial ||
    !maker ||
    !known ||
    grossWeight === null ||
    fineWeight === null ||
    parts === null ||
    fineWeight > grossWeight ||
    (serial.startsWith('#') && !/^#[0-9a-f]{64}$/.test(serial))
  )
    throw new Fault('bars_malformed', line)
  const bar = { serial, maker, kind, grossWeight, fineness: Number(parts), fineWeight, place, state: known }
  return { bar, counted }
}
