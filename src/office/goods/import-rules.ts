/** Files that the office reads in: their columns, and what a cell must be. Pure. */

export const importKinds = ['premiums', 'counts', 'pieces'] as const
export type ImportKind = (typeof importKinds)[number]
/** Columns by kind; others, such as an export has, are passed over. An empty second cell passes its line over. */
export const importColumns: Record<ImportKind, readonly [string, string, string]> = {
  premiums: ['code', 'premium_percent', 'seen'],
  counts: ['code', 'counted', 'seen'],
  pieces: ['code', 'serial', 'assayed_on'],
}
/** From whom pieces were bought, for how much each, and whether the purchase paper is complete; of other kinds nothing is read. */
const boughtColumns = ['supplier', 'unit_cost', 'papers'] as const
export const columnsOf = (kind: ImportKind): readonly string[] =>
  kind === 'pieces' ? [...importColumns.pieces, ...boughtColumns] : importColumns[kind]
/** The columns that a file may lack. */
export const spareColumns: readonly string[] = ['assayed_on', 'seen', ...boughtColumns]
export const importBounds = { lines: 5000, characters: 1_000_000, premiumBps: 5000, counted: 100_000 }
/** Of a product export of another shop, whose texts make it longer. */
export const productBounds = { lines: 5000, characters: 5_000_000, columns: 400 }

export const importProblems = [
  'unreadable',
  'too_many_cells',
  'no_lines',
  'too_many_lines',
  'column_missing',
  'column_twice',
  'code_unknown',
  'code_twice',
  'not_percent',
  'not_count',
  'below_promised',
  'has_numbers',
  'no_numbers',
  'seen_unreadable',
  'not_a_day',
  'supplier_missing',
  'not_amount',
  'not_yes_no',
  'not_a_serial',
  'mistyped',
  'other_maker',
  'no_number',
  'wrong_form',
  'wrong_range',
  'twice',
  'known',
] as const
export type ImportProblem = (typeof importProblems)[number]
/** `line` counts from 1 with the head; `told` is what the problem names: a line, a sku, a number. */
export type ImportFault = { line: number; column: string; problem: ImportProblem; value: string; told: string | null }
/** `bought` are the cells of `boughtColumns`, empty where the file has no such column. */
export type Cells = { line: number; code: string; value: string; more: string; bought: readonly string[] }

/** "4.5", "4,50", "4.50%" as basis points; null for anything else, and for more than may be asked. */
export function premiumOf(text: string): number | null {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim())
  if (!match) return null
  const points = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return points <= importBounds.premiumBps ? points : null
}

/** "12"; null for anything else. */
export function countOf(text: string): number | null {
  if (!/^\d{1,6}$/.test(text)) return null
  const count = Number(text)
  return count <= importBounds.counted ? count : null
}

/**
 * What an export says was so when it was made: `premium:450 counted:12`, in basis points and pieces. It begins with a letter
 * and has no decimals, so that no spreadsheet makes a number, a day or a formula of it.
 */
export const seenText = (premiumBps: number, counted: number | null): string =>
  counted === null ? `premium:${premiumBps}` : `premium:${premiumBps} counted:${counted}`

/** What a file's `seen` cell says of premium or count: null where it says nothing of it, undefined where it cannot be read. */
export function seenOf(text: string, kind: 'premiums' | 'counts'): number | null | undefined {
  if (text === '') return null
  const match = /^premium:(\d{1,5})(?: counted:(\d{1,7}))?$/.exec(text)
  if (!match) return undefined
  const said = kind === 'premiums' ? match[1] : match[2]
  return said === undefined ? null : Number(said)
}

const yesNo = new Map([
  ...['yes', 'ya', '是'].map((word): [string, boolean] => [word, true]),
  ...['no', 'tidak', '否', ''].map((word): [string, boolean] => [word, false]),
])
/** "yes" and "no" in the languages of the office, empty is no; undefined for anything else. */
export const yesNoOf = (text: string): boolean | undefined => yesNo.get(text.toLowerCase())

/** A day that there was, not after `today`, as "2026-11-21"; null for anything else. */
export function dayOf(text: string, today: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text > today || text < '1900-01-01') return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text
}

/** The delimiter of a file: what its head has most of. */
export function delimiterOf(text: string): string {
  const head = text.split(/\r\n|\r|\n/, 1)[0] ?? ''
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
