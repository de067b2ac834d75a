/** The CSV of a bank: comma, semicolon or tab; words of the bank before the head and after the last line are passed over. */
import { CsvError, parse } from 'csv-parse/sync'
import { type CsvColumn, type CsvMapping, lacksOf } from './csv-mapping-rules.ts'
import {
  hundredths,
  keepId,
  keepTexts,
  mostLines,
  readAmount,
  readDay,
  type Statement,
  type StatementLine,
  StatementRefused,
} from './statement-rules.ts'

type Row = { cells: string[]; line: number }
type Cell = (row: Row, column: CsvColumn) => string
type Balanced = StatementLine & { balance: bigint }

/**
 * A statement of the account that is asked for, in that currency: a CSV names neither surely. Each line's balance has to follow from the one
 * before it, so that one that is missing or changed is named; the newest may stand first. Throws StatementRefused.
 */
export function readCsv(text: string, of: { account: string; currency: string; mapping: CsvMapping }): Statement {
  const [lacking] = lacksOf(of.mapping)
  if (lacking) throw new StatementRefused('mapping_missing', 1, lacking)
  const rows = parseRows(text)
  const { body, cell } = bodyOf(rows, of.mapping)
  const lines = body.map((row) => readRow(row, cell, of.mapping))
  const [first] = lines
  if (!first) throw new StatementRefused('no_lines', 1)
  const ordered = inOrder(lines)
  const [start = first, last = first] = [ordered[0], ordered.at(-1)]
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  return {
    ...{ account: of.account, currency: of.currency, number: null, from: days[0] ?? '', to: days.at(-1) ?? '' },
    ...{ opening: start.balance - start.amount, closing: last.balance },
    lines: ordered.map(({ balance: _, ...line }) => line),
  }
}

function parseRows(text: string): Row[] {
  try {
    const rows = parse(text, {
      ...{
        delimiter: delimiterOf(text),
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        info: true,
      },
      ...{ to: mostLines + 100, max_record_size: 50_000 },
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }))
  } catch (error) {
    if (error instanceof CsvError) throw new StatementRefused('unreadable', Number(error.lines ?? 1), error.message)
    throw error
  }
}

/** What parts the cells is what stands most often in the line that has most of it. */
function delimiterOf(text: string): string {
  const lines = text.split('\n', 30)
  const most = (mark: string) => Math.max(...lines.map((line) => line.split(mark).length))
  return [',', ';', '\t'].toSorted((a, b) => most(b) - most(a))[0] ?? ','
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** The rows between the head, which is the first that has every named column, and the last that begins with a day. */
function bodyOf(rows: Row[], { columns, dates }: CsvMapping): { body: Row[]; cell: Cell } {
  const named = Object.entries(columns).filter(([, name]) => name) as [CsvColumn, string][]
  const at = rows.findIndex(({ cells }) => named.every(([, name]) => cells.some((cell) => plain(cell) === plain(name))))
  const head = rows[at]
  if (!head) throw new StatementRefused('column_missing', 1, missingIn(rows, named))
  const places = new Map(
    named.map(([column, name]) => [column, head.cells.findIndex((cell) => plain(cell) === plain(name))]),
  )
  const cell: Cell = (row, column) => row.cells[places.get(column) ?? -1]?.trim() ?? ''
  const after = rows.slice(at + 1)
  const last = after.findLastIndex((row) => readDay(cell(row, 'date'), dates) !== null)
  if (last >= mostLines) throw new StatementRefused('too_many_lines', after[mostLines]?.line ?? 1, String(mostLines))
  return { body: after.slice(0, last + 1), cell }
}

/** Of the row that has most of the named columns the first that it lacks. */
function missingIn(rows: Row[], named: [CsvColumn, string][]): string {
  const lacking = rows
    .slice(0, 30)
    .map(({ cells }) => named.filter(([, name]) => !cells.some((cell) => plain(cell) === plain(name))))
  return lacking.toSorted((a, b) => a.length - b.length)[0]?.[0]?.[1] ?? named[0]?.[1] ?? ''
}

function readRow(row: Row, cell: Cell, { columns, dates, decimal }: CsvMapping): Balanced {
  const { line } = row
  const marks = { decimal, line }
  const bookedOn = readDay(cell(row, 'date'), dates)
  if (!bookedOn) throw new StatementRefused('date', line, cell(row, 'date'))
  const time = /^(\d\d)[:.](\d\d)(?:[:.](\d\d))?$/.exec(cell(row, 'time'))
  return {
    ...{ line, amount: readSigned(row, cell, { ...marks, isParted: !columns.amount }), bookedOn, valueOn: bookedOn },
    bookedAt: time ? `${bookedOn}T${time[1]}:${time[2]}:${time[3] ?? '00'}` : null,
    texts: keepTexts([cell(row, 'reference'), cell(row, 'text')]),
    ...{ name: cell(row, 'name') || null, account: cell(row, 'account') || null, bankId: keepId(cell(row, 'bank_id')) },
    balance: readAmount(cell(row, 'balance'), marks),
  }
}

function readSigned(
  row: Row,
  cell: Cell,
  { decimal, line, isParted }: { decimal: '.' | ','; line: number; isParted: boolean },
): bigint {
  const marks = { decimal, line }
  if (!isParted) {
    const sign = cell(row, 'sign')
    return readAmount(`${cell(row, 'amount')} ${sign}`, marks)
  }
  const value = (column: 'credit' | 'debit') =>
    /[1-9]/.test(cell(row, column)) ? readAmount(cell(row, column), marks) : 0n
  const [came, went] = [value('credit'), value('debit')]
  if ((came === 0n) === (went === 0n))
    throw new StatementRefused('amount', line, `${cell(row, 'credit')} / ${cell(row, 'debit')}`)
  return came !== 0n ? came : went < 0n ? went : -went
}

/** Oldest first, each balance following from the one before; throws at the first that does not, in the order of the file. */
function inOrder(lines: Balanced[]): Balanced[] {
  const wrongIn = (order: Balanced[]) =>
    order.find((line, at) => at > 0 && (order[at - 1]?.balance ?? 0n) + line.amount !== line.balance)
  const wrong = wrongIn(lines)
  if (!wrong) return lines
  const newestFirst = lines.toReversed()
  const isTurned = (lines[0]?.bookedOn ?? '') > (lines.at(-1)?.bookedOn ?? '')
  const other = wrongIn(newestFirst)
  if (!other) return newestFirst
  const at = isTurned ? other : wrong
  throw new StatementRefused('does_not_add_up', at.line, hundredths(at.balance))
}
