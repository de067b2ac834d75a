/** Tables as text for a spreadsheet. What a person typed stays text there: a cell that would be a formula gets an apostrophe. */
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | bigint | null

const BYTE_ORDER_MARK = '\ufeff'

/** Comma, CRLF, UTF-8 with its mark, as spreadsheets read it. */
export function csvText(head: string[], rows: Cell[][]): string {
  const options = { bom: false, record_delimiter: 'windows', escape_formulas: true } as const
  return BYTE_ORDER_MARK + stringify([head, ...rows.map((row) => row.map(neutral))], options)
}

/** The library neutralises = + - @ tab and CR; NUL, LF and blanks before a formula are left to us. Numbers stay numbers. */
function neutral(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /^[\u0000-\u0020\u00a0\ufeff]+[=+\-@]|^[\u0000\n]/.test(cell) ? `'${cell}` : cell
}

/** The same for a program that imports it: no mark, headings and decimals as they are, what a person typed as text all the same. */
export const importText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? inert(cell) : cell))),
    { bom: false, record_delimiter: 'windows' },
  )

const isDecimal = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell)
const inert = (cell: string) => (isDecimal(cell) || !/^\s*[=+\-@]|^\s/.test(cell) ? cell : `'${cell}`)
