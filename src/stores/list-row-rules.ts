/** A setting that is a list of rows: its fields are `row.part`, as "near.name", so that history, difference and audit are those of any field. Pure. */
import { problem } from '../locale/field-rules.ts'

export type RowValues = Record<string, string | number>
export type ListRow = { code: string; parts: RowValues }

/** What a row is called in its fields, as parcels keep the code of their courier. */
const rowCode = /^[a-z0-9_]{2,30}$/
const FIELD = /^([^.]*)\.(.+)$/

/** In their order; a row of which nothing is said any more is no row. */
export function rowsOf(value: RowValues): ListRow[] {
  const rows = new Map<string, RowValues>()
  for (const [field, one] of Object.entries(value)) {
    const [, code = '', part = ''] = FIELD.exec(field) ?? []
    if (one === '' || !part) continue
    rows.set(code, { ...rows.get(code), [part]: one })
  }
  return [...rows]
    .map(([code, parts]) => ({ code, parts }))
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.code.localeCompare(other.code))
}
const placeOf = ({ parts }: ListRow) => Number(parts.place ?? 0)

type Rules = {
  most: number
  parts: readonly string[]
  faultsOfRow: (row: ListRow) => Record<string, string>
}

/** By field, "near.name"; of the list as a whole under `rows`. */
export function faultsOfRows(value: RowValues, { most, parts, faultsOfRow }: Rules): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of Object.keys(value)) {
    const [, code = '', part = ''] = FIELD.exec(field) ?? []
    if (!rowCode.test(code)) faults[field] = problem('row_code')
    else if (!parts.includes(part)) faults[field] = problem('one_of', { list: parts.join(', ') })
  }
  const rows = rowsOf(value)
  if (rows.length > most) faults.rows = problem('many_entries', { n: most })
  for (const row of rows)
    for (const [part, why] of Object.entries(faultsOfRow(row))) faults[`${row.code}.${part}`] ??= why
  return faults
}

export function faultOfText(value: string | number | undefined, most: number): string | null {
  if (value === undefined || value === '') return problem('empty')
  if (typeof value !== 'string') return problem('text')
  if (value.length > most) return problem('too_long', { n: most })
  return /[\p{Cc}\u2028\u2029]/u.test(value) || !value.isWellFormed() ? problem('unstorable') : null
}

export function faultOfWhole(value: string | number | undefined, least: number, most: number): string | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return problem('whole')
  if (value < least) return problem('too_small', { n: least })
  return value > most ? problem('too_big', { n: most }) : null
}

export const faultOfSwitch = (value: string | number | undefined): string | null =>
  value === 'on' || value === 'off' ? null : problem('one_of', { list: 'on, off' })

/** Without those that have none. */
export const faultsIn = (faults: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).filter((one): one is [string, string] => one[1] !== null))
