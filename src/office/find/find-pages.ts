/** Pages by their names in every language, for people write in the one that they think in. */
import { locales } from '../../locale/paraglide/runtime.js'
import type { Staff } from '../../staff/door.ts'
import type { Language } from '../../ui/language.ts'
import { officeGroups } from '../kit/pages/places.ts'
import type { HitView } from './contract.ts'

/** What the navigation names, and what stands under each of it. */
const pages = officeGroups.flatMap(({ name: group, places }) =>
  places.flatMap(({ to, name, permission, tabs = [], more = [] }) => [
    { to, name, below: group, permission, isUnder: false },
    ...[...tabs, ...more].map((page) => ({ permission, ...page, below: name, isUnder: true })),
  ]),
)

/**
 * Those that begin so first, then those whose name has every word of it in it; some of the words may be of the place that it stands under
 * ("bank accounts"). Each in the order of the navigation, and once.
 */
export function findPages({ may }: Pick<Staff, 'may'>, typed: string, language: string): HitView[] {
  const text = typed.toLocaleLowerCase()
  const words = text.split(/\s+/)
  const open = pages
    .filter(({ permission }) => may.has(permission))
    .map((page) => ({ page, names: locales.map((locale) => namesIn(page, locale)) }))
  const begins = open.filter(({ names }) => names.some(({ own }) => own.startsWith(text)))
  const holds = open.filter(({ names }) =>
    names.some(({ own, all }) => words.every((word) => all.includes(word)) && words.some((word) => own.includes(word))),
  )
  const found = new Map<string, (typeof pages)[number]>()
  for (const { page } of [...begins, ...holds]) if (!found.has(page.to)) found.set(page.to, page)
  const said = { locale: language as Language }
  return [...found.values()].map(({ to, name, below }) => ({
    ...{ kind: 'page' as const, title: name({}, said), below: below({}, said), to },
  }))
}

function namesIn({ name, below, isUnder }: (typeof pages)[number], locale: Language) {
  const own = name({}, { locale }).toLocaleLowerCase()
  return { own, all: isUnder ? `${own} ${below({}, { locale }).toLocaleLowerCase()}` : own }
}
