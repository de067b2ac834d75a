/** Serial numbers as somebody types, pastes or scans them in, judged line by line before the database is asked. Pure. */
import { type Maker, MOST_OF_A_RANGE, rangeOf, readStamped } from './maker-rules.ts'
import { makerLetters, readSerial } from './serial-rules.ts'

type SerialProblem =
  | 'not_a_serial'
  | 'mistyped'
  | 'other_maker'
  | 'no_number'
  | 'wrong_form'
  | 'wrong_range'
  | 'twice'
  | 'known'
/** `line` counts from 1. `told` is the line where it stands already, the sku that has it, or what numbers of the maker look like. */
export type SerialFault = { line: number; typed: string; problem: SerialProblem; told: string | null }
type JudgedSerials = { serials: { line: number; serial: string }[]; faults: SerialFault[] }

/** Lines of a text, or several to a line with commas, semicolons or tabs between; empty ones are left out but counted. */
export const linesOf = (text: string): { line: number; typed: string }[] =>
  text.split(/\r\n|\r|\n/).flatMap((whole, index) =>
    whole
      .split(/[,;\t]/)
      .map((typed) => ({ line: index + 1, typed: typed.trim() }))
      .filter(({ typed }) => typed !== ''),
  )

/**
 * As linesOf, with every number of what stands for several ("A100..A149"), of all ranges together as many as of one at most; a range that
 * cannot be, or is too much, stays as it was typed. Where a maker's numbers have check digits those between that have none are no numbers.
 */
export function numbersOf(text: string, maker: Maker | null): { line: number; typed: string; range?: string }[] {
  let left = MOST_OF_A_RANGE
  return linesOf(text).flatMap(({ line, typed }) => {
    const all = rangeOf(typed)
    const range = Array.isArray(all) ? all.filter((one) => !maker || readStamped(maker, one).kind !== 'mistyped') : []
    if (range.length === 0 || range.length > left) return [{ line, typed }]
    left -= range.length
    return range.map((one) => ({ line, typed: one, range: typed }))
  })
}

/** `maker`: who stamps the numbers of this brand; null where the house gives them. `range`: what the number was typed as a part of. */
type Typed = { line: number; typed: string; brand: string; maker: Maker | null; range?: string }

/**
 * What can be said of each line without asking whether the number is known: its form, its check, its maker, twice. What is wrong with many
 * numbers of a range is said of the first of them.
 */
export function judgeSerials(lines: Typed[]): JudgedSerials {
  const serials: JudgedSerials['serials'] = []
  const faults: SerialFault[] = []
  const seen = new Map<string, number>()
  const said = new Set<string>()
  for (const { line, typed, brand, maker, range } of lines) {
    const read = readOf(typed, { brand, maker })
    const fault = (problem: SerialProblem, told: string | null = null) => {
      if (range && said.has(`${line} ${range} ${problem}`)) return
      said.add(`${line} ${range} ${problem}`)
      faults.push({ line, typed, problem, told })
    }
    if (!('serial' in read)) fault(read.problem, read.told)
    else if (seen.has(read.serial)) fault('twice', String(seen.get(read.serial)))
    else {
      seen.set(read.serial, line)
      serials.push({ line, serial: read.serial })
    }
  }
  return { serials, faults }
}

type Read = { serial: string } | { problem: SerialProblem; told: string | null }

function readOf(typed: string, { brand, maker }: Pick<Typed, 'brand' | 'maker'>): Read {
  if (rangeOf(typed) !== null) return { problem: 'wrong_range', told: null }
  if (maker) {
    const read = readStamped(maker, typed)
    if (read.kind === 'serial') return read
    return { problem: read.kind, told: read.kind === 'wrong_form' ? maker.forms.join(', ') : null }
  }
  const read = readSerial(typed)
  if (read.kind !== 'serial') return { problem: read.kind, told: null }
  const letters = makerLetters(brand)
  return read.serial.startsWith(letters) ? read : { problem: 'other_maker', told: letters }
}
