/** A list of names as a file: comma, semicolon or tab between the cells; with or without byte order mark. */
import { CsvError, parse } from 'csv-parse/sync'
import { settings } from '../settings.ts'
import {
  type ListColumn,
  type ListFault,
  type ListLine,
  type ListProblem,
  listColumns,
  readLine,
  spareListColumns,
} from './list-file-rules.ts'

type ReadList = { lines: ListLine[]; faults: ListFault[] }
const MOST_FAULTS = 200

/** Every line, or what is wrong: nothing of a file with a fault is read in. */
export function readList(text: string): ReadList {
  const rows = parseRows(text.replace(/^\ufeff/, ''))
  if (!Array.isArray(rows)) return stop('unreadable', rows.line)
  const [head, ...rest] = rows
  if (!head || rest.length === 0) return stop('no_lines', 1)
  if (rest.length > settings.screening.mostEntries)
    return stop('too_many_lines', settings.screening.mostEntries + 2, String(settings.screening.mostEntries))
  const places = head.record.map((name) => name.trim().toLowerCase())
  const missing = listColumns.find((column) => !spareListColumns.includes(column) && !places.includes(column))
  if (missing) return stop('column_missing', 1, missing)
  const lines = new Map<string, ListLine>()
  const faults: ListFault[] = []
  for (const { record, info } of rest) {
    const cells = Object.fromEntries(listColumns.map((column) => [column, record[places.indexOf(column)] ?? '']))
    const line = readLine(cells as Record<ListColumn, string>)
    if ('problem' in line) faults.push({ line: info.lines, ...line })
    else if (lines.has(line.reference))
      faults.push({ line: info.lines, problem: 'reference_twice', value: line.reference })
    else lines.set(line.reference, line)
  }
  return { lines: [...lines.values()], faults: faults.slice(0, MOST_FAULTS) }
}

const stop = (problem: ListProblem, line: number, value = ''): ReadList => ({
  lines: [],
  faults: [{ line, problem, value }],
})

/** What stands between the cells of its head; several values of a cell stand between semicolons, so a head of one column more is no proof. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined)
  return [',', '\t', ';'].find((one) => head.includes(one)) ?? ','
}

function parseRows(text: string): { record: string[]; info: { lines: number } }[] | { line: number } {
  try {
    return parse(text, {
      ...{ delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, info: true },
      ...{ to: settings.screening.mostEntries + 2, max_record_size: 50_000 },
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch (error) {
    if (error instanceof CsvError) return { line: Number(error.lines ?? 1) }
    throw error
  }
}
