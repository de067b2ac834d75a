/** The columns of a list of names as a file, and what can be wrong with a line. Several values of a cell stand between semicolons. Pure. */
export const listColumns = ['reference', 'name', 'aliases', 'birth_dates', 'numbers', 'note'] as const
export type ListColumn = (typeof listColumns)[number]
/** Those that a file may leave out. */
export const spareListColumns: readonly ListColumn[] = ['aliases', 'birth_dates', 'numbers', 'note']

const listProblems = [
  'unreadable',
  'no_lines',
  'too_many_lines',
  'column_missing',
  'reference',
  'reference_twice',
  'name',
  'birth_date',
  'number',
] as const
export type ListProblem = (typeof listProblems)[number]
export type ListFault = { line: number; problem: ListProblem; value: string }

/** `idType country number`, as the numbers of members are kept. */
export type ListNumber = { idType: 'nik' | 'nric' | 'passport'; country: string; number: string }
export type ListLine = {
  reference: string
  names: string[]
  births: string[]
  numbers: ListNumber[]
  note: string
}

const valuesOf = (cell: string) =>
  cell
    .split(';')
    .map((value) => value.trim().replace(/\s+/g, ' '))
    .filter((value) => value !== '')

/** A line as an entry, or the first thing that is wrong with it. */
export function readLine(cells: Record<ListColumn, string>): ListLine | { problem: ListProblem; value: string } {
  const [reference, note] = [cells.reference.trim(), cells.note.trim()]
  if (reference === '' || reference.length > 80) return { problem: 'reference', value: reference }
  const names = [...valuesOf(cells.name).slice(0, 1), ...valuesOf(cells.aliases)]
  const name = cells.name.trim()
  if (name === '' || names.length > 100 || names.some((one) => one.length > 200))
    return { problem: 'name', value: name }
  const births = valuesOf(cells.birth_dates)
  const odd = births.find((birth) => !isBirth(birth))
  if (odd !== undefined) return { problem: 'birth_date', value: odd }
  const numbers = valuesOf(cells.numbers).map((text) => ({ text, number: readNumber(text) }))
  const unread = numbers.find(({ number }) => number === null)
  if (unread) return { problem: 'number', value: unread.text }
  return { reference, names, births, numbers: numbers.flatMap(({ number }) => number ?? []), note: note.slice(0, 500) }
}

function isBirth(text: string): boolean {
  if (/^(19|20)\d\d$/.test(text)) return true
  const [, month = 0, day = 0] = /^(?:19|20)\d\d-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/** `nik 3171…`, `nric 800101…` or `passport ID A1234567`. */
function readNumber(text: string): ListNumber | null {
  const [type = '', ...rest] = text.split(/[\s:]+/)
  const country = { nik: 'ID', nric: 'MY' }[type.toLowerCase()]
  const number = (country ? rest : rest.slice(1)).join('').replace(/[.-]/g, '').toUpperCase()
  if (!/^[A-Z0-9]{5,20}$/.test(number)) return null
  if (country) return { idType: type.toLowerCase() as 'nik' | 'nric', country, number }
  const of = (rest[0] ?? '').toUpperCase()
  return type.toLowerCase() === 'passport' && /^[A-Z]{2}$/.test(of) ? { idType: 'passport', country: of, number } : null
}
