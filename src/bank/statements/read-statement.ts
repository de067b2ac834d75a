import type { CsvMapping } from './csv-mapping-rules.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'
import { readMt940 } from './read-mt940.ts'
import { mostBytes, mostLines, type Statement, StatementRefused } from './statement-rules.ts'

type StatementFormat = 'camt' | 'mt940' | 'csv'

/** What kind of file it is, by what it begins with. */
export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 2000)
  if (/^\s*</.test(start)) return 'camt'
  return /^(\{1:|:20:)/m.test(start) ? 'mt940' : 'csv'
}

/**
 * A bank's file as a statement: CAMT.053, MT940, or CSV by the mapping of the bank. Nothing of a file is taken in which anything is wrong:
 * throws StatementRefused with the line and what it is.
 */
export function readStatement(
  bytes: Uint8Array,
  of: { account: string; currency: string; mapping: CsvMapping | null },
): { format: StatementFormat; statement: Statement } {
  const text = textOf(bytes)
  const format = formatOf(text)
  const statement = read(format, text, of)
  if (statement.lines.length > mostLines) throw new StatementRefused('too_many_lines', 1, String(mostLines))
  if (statement.currency !== of.currency) throw new StatementRefused('currency', 1, statement.currency)
  return { format, statement }
}

function read(format: StatementFormat, text: string, of: Parameters<typeof readStatement>[1]): Statement {
  if (format === 'camt') return readCamt(text)
  if (format === 'mt940') return readMt940(text)
  if (!of.mapping) throw new StatementRefused('unknown_format', 1)
  return readCsv(text, { ...of, mapping: of.mapping })
}

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > mostBytes) throw new StatementRefused('too_big', 1)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new StatementRefused('not_text', 1)
    return text
  } catch (error) {
    if (error instanceof StatementRefused) throw error
    throw new StatementRefused('not_text', 1)
  }
}
