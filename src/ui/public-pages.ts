/** The pages that search engines may list, and the one address of each in each language. */
import { languages, shortOf } from '../locale/languages.ts'

/** Path → the parts of its address that make it another page. A path that is not here is not to be listed. */
export const publicPages: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/home/goldPrice': [],
  '/home/proof': [],
  '/home/custody': [],
  '/agreement': [],
  '/privacy': [],
  '/contactUs': [],
  '/home/aboutUs': [],
  '/home/commonProblem': [],
  '/home/news': ['category', 'page'],
  '/home/newsDetail': ['id'],
  '/home/partner': [],
  '/home/sendTestimonials': [],
  '/home/viewTestimonials': ['page'],
  '/product/product': ['category', 'page'],
  '/product/productDetail': ['id'],
  '/product/passport': [],
  '/activity': ['code'],
}

/** The address of a page without what only arranges it (sort, chosen sku, where a link was clicked); null where it is not to be listed. */
export function canonicalPath({ pathname, search }: { pathname: string; search: string }): string | null {
  const parts = Object.hasOwn(publicPages, pathname) ? publicPages[pathname] : undefined
  if (!parts) return null
  const given = new URLSearchParams(search)
  const kept = parts.flatMap((name) => {
    const value = given.get(name)
    return value && !(name === 'page' && value === '1') ? [[name, value]] : []
  })
  return kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : pathname
}

/** A page in one language: its bare address in the store's own, `?lang=` for the others (docs/decisions/0013). */
export const inLanguage = (path: string, language: string, storeLanguage: string): string =>
  language === storeLanguage ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${shortOf(language)}`

/** The same page in every language, and for whoever speaks none of them. */
export const alternatesOf = (path: string, storeLanguage: string): { language: string; path: string }[] => [
  ...languages.map((language) => ({ language: shortOf(language), path: inLanguage(path, language, storeLanguage) })),
  { language: 'x-default', path },
]
