/** A product export as products, whoever's it is. */
import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { delimiterOf, productBounds } from '../import-rules.ts'
import { type Grouped, groupRows, type Source, type SourceRow, sourceOf } from './source-rules.ts'

const fileProblems = ['unreadable', 'no_lines', 'too_many_lines', 'source_unknown'] as const
type NoFile = { problem: (typeof fileProblems)[number]; line: number }
export type ProductFile = Grouped & { source: Source; digest: string }

/** `currency` picks the price where the file has several. Lines count from 1 with the head, as records of the file. */
export function readProducts(text: string, currency: string): ProductFile | NoFile {
  const records = recordsOf(text.replace(/^\ufeff/, ''))
  if (!Array.isArray(records)) return records
  const [head, ...rest] = records
  if (!head || rest.length === 0) return { problem: 'no_lines', line: 1 }
  if (rest.length > productBounds.lines) return { problem: 'too_many_lines', line: productBounds.lines + 2 }
  const columns = head.slice(0, productBounds.columns).map((name) => name.trim().toLowerCase())
  const source = sourceOf(columns)
  if (!source) return { problem: 'source_unknown', line: 1 }
  const places = new Map([...columns.entries()].reverse().map(([at, name]) => [name, at]))
  const rows = rest.map((record, at): SourceRow => {
    const cellOf = (name: string) => (record[places.get(name) ?? -1] ?? '').trim()
    return { line: at + 2, of: (...names) => names.map(cellOf).find(Boolean) ?? '' }
  })
  const digest = createHash('sha256').update(text).digest('hex')
  return { source, digest, ...groupRows(source, rows, currency) }
}

function recordsOf(text: string): string[][] | NoFile {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      to: productBounds.lines + 2,
      skip_empty_lines: true,
      max_record_size: 200_000,
    }) as unknown as string[][]
  } catch (error) {
    if (error instanceof CsvError) return { problem: 'unreadable', line: Number(error.lines ?? 1) }
    throw error
  }
}
