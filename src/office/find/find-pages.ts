/** Pages by their names in every language, for people write in the one that they think in. */
import { locales } from '../../locale/paraglide/runtime.js'
import type { Staff } from '../../staff/door.ts'
import type { Language } from '../../ui/language.ts'
import { officeGroups } from '../kit/pages/places.ts'
import type { HitView } from './contract.ts'

/** Those that begin so first, each in the order of the navigation. */
export function findPages({ may }: Pick<Staff, 'may'>, typed: string, language: string): HitView[] {
  const text = typed.toLocaleLowerCase()
  const pages = officeGroups.flatMap(({ name: group, places }) =>
    places
      .filter(({ permission }) => may.has(permission))
      .map(({ to, name }) => ({
        names: locales.map((locale) => name({}, { locale }).toLocaleLowerCase()),
        hit: {
          kind: 'page' as const,
          title: name({}, { locale: language as Language }),
          below: group({}, { locale: language as Language }),
          to,
        },
      })),
  )
  const begins = pages.filter(({ names }) => names.some((name) => name.startsWith(text)))
  const holds = pages.filter((page) => !begins.includes(page) && page.names.some((name) => name.includes(text)))
  return [...begins, ...holds].map(({ hit }) => hit)
}
