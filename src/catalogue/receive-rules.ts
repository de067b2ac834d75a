/** Serial numbers as somebody types, pastes or scans them in, judged line by line before the database is asked. Pure. */
import { makerLetters, readSerial } from './serial-rules.ts'

const serialProblems = ['not_a_serial', 'mistyped', 'other_maker', 'twice', 'known'] as const
type SerialProblem = (typeof serialProblems)[number]
/** `line` counts from 1. `told` is the line where it stands already, or the sku that has it. */
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

/** What can be said of each line without asking whether the number is known: its form, its check character, its maker, twice. */
export function judgeSerials(lines: { line: number; typed: string; brand: string }[]): JudgedSerials {
  const serials: JudgedSerials['serials'] = []
  const faults: SerialFault[] = []
  const seen = new Map<string, number>()
  for (const { line, typed, brand } of lines) {
    const read = readSerial(typed)
    const fault = (problem: SerialProblem, told: string | null = null) => faults.push({ line, typed, problem, told })
    if (read.kind !== 'serial') fault(read.kind)
    else if (!read.serial.startsWith(makerLetters(brand))) fault('other_maker', makerLetters(brand))
    else if (seen.has(read.serial)) fault('twice', String(seen.get(read.serial)))
    else {
      seen.set(read.serial, line)
      serials.push({ line, serial: read.serial })
    }
  }
  return { serials, faults }
}
