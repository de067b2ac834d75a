/** An entry as a form holds it, and back. Texts stand under `name.language`; days are those of the store's zone. */
import { type EntryFields, type EntryKind, languages, shapesOf } from '../../../content/entry-rules.ts'
import type { EntryView } from '../content-contract.ts'

export type EntryValues = Record<string, string> & { shown: string; from: string; until: string; store: string }

export function valuesOf(kind: EntryKind, entry: EntryView | null, store: string, zone: string): EntryValues {
  const values: Record<string, string> = {}
  for (const [name, { as }] of shapesOf(kind)) {
    const value = entry?.fields[name]
    if (as === 'texts' || as === 'article')
      for (const language of languages)
        values[`${name}.${language}`] = (typeof value === 'object' && value[language]) || ''
    else values[name] = typeof value === 'string' ? value : as === 'number' && name === 'position' ? '0' : ''
  }
  const from = entry?.from ?? null
  const isMoment = from !== null && from !== 'always'
  return {
    ...values,
    store: entry?.store ?? store,
    shown: from === 'always' ? 'always' : isMoment ? 'from' : 'draft',
    from: isMoment ? dayOf(from, zone) : '',
    until: entry?.until ? dayOf(entry.until, zone) : '',
  }
}

/** A moment whose day was not touched stays that very moment. */
export function wishOf(kind: EntryKind, values: EntryValues, entry: EntryView | null, zone: string) {
  const fields: EntryFields = {}
  for (const [name, { as }] of shapesOf(kind))
    fields[name] =
      as === 'texts' || as === 'article'
        ? Object.fromEntries(languages.map((language) => [language, values[`${name}.${language}`] ?? '']))
        : (values[name] ?? '').trim()
  const momentOf = (day: string, before: string | null | undefined) =>
    before && before !== 'always' && dayOf(before, zone) === day ? before : midnightOf(day, zone)
  return {
    kind,
    store: values.store,
    from: values.shown === 'draft' ? null : values.shown === 'always' ? 'always' : momentOf(values.from, entry?.from),
    until: values.until ? momentOf(values.until, entry?.until) : null,
    fields,
  }
}

export const dayOf = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(moment))

/** When the day begins in the zone. */
function midnightOf(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(utc)
  return new Date(2 * utc - Date.parse(`${wall.replace(' ', 'T')}Z`)).toISOString()
}
