/** A file of the office as cells, with the line that each stands in. Comma, semicolon or tab; with or without byte order mark. */
import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type Cells,
  columnsOf,
  delimiterOf,
  type ImportFault,
  type ImportKind,
  type ImportProblem,
  importBounds,
  spareColumns,
} from './import-rules.ts'

/** `digest` is of all that was read, to the letter. */
export type ReadFile = { kind: ImportKind; digest: string; cells: Cells[]; faults: ImportFault[]; unread: string[] }
type Read = Omit<ReadFile, 'kind' | 'digest'>
type Line = { record: string[]; info: { lines: number } }

export const readFile = (kind: ImportKind, text: string): ReadFile => ({
  kind,
  digest: createHash('sha256').update(text).digest('hex'),
  ...readCells(kind, text),
})

function readCells(kind: ImportKind, text: string): Read {
  const plain = text.replace(/^\ufeff/, '')
  const lines = parseLines(plain)
  if (!Array.isArray(lines)) return stop('unreadable', lines.line, lines.told)
  const [head, ...rows] = lines
  if (!head || rows.length === 0) return stop('no_lines', 1, null)
  if (rows.length > importBounds.lines)
    return stop('too_many_lines', importBounds.lines + 2, String(importBounds.lines))
  const longer = rows.find(({ record }) => record.slice(head.record.length).some((cell) => cell.trim() !== ''))
  if (longer) return stop('too_many_cells', longer.info.lines, String(head.record.length))
  const names = head.record.map((name) => name.trim().toLowerCase())
  const wanted = columnsOf(kind)
  for (const column of wanted) {
    if (spareColumns.includes(column) && !names.includes(column)) continue
    const problem = names.includes(column)
      ? names.indexOf(column) !== names.lastIndexOf(column) && 'column_twice'
      : 'column_missing'
    if (problem)
      return {
        ...stop(problem, 1, wanted.join(', ')),
        faults: [{ line: 1, column, problem, value: '', told: wanted.join(', ') }],
      }
  }
  const [code, value, more, ...bought] = wanted.map((column) => names.indexOf(column))
  const cellOf = (record: string[], place: number | undefined) => (record[place ?? -1] ?? '').trim()
  const cells = rows.map(({ record, info }) => ({
    line: info.lines,
    code: cellOf(record, code).toUpperCase(),
    value: cellOf(record, value),
    more: cellOf(record, more),
    bought: bought.map((place) => cellOf(record, place)),
  }))
  const unread = head.record.map((name) => name.trim()).filter((name) => name && !wanted.includes(name.toLowerCase()))
  return { cells, faults: [], unread }
}

const stop = (problem: ImportProblem, line: number, told: string | null): Read => ({
  cells: [],
  faults: [{ line, column: '', problem, value: '', told }],
  unread: [],
})

function parseLines(text: string): Line[] | { line: number; told: string | null } {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      to: importBounds.lines + 2,
      skip_empty_lines: true,
      info: true,
      max_record_size: 20_000,
    }) as unknown as Line[]
  } catch (error) {
    if (error instanceof CsvError) return { line: Number(error.lines ?? 1), told: null }
    throw error
  }
}
