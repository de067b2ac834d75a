/** The languages of the shop, and the short names that addresses use (`?lang=en`). */
export const languages = ['en-US', 'id', 'zh'] as const
export type SpokenLanguage = (typeof languages)[number]

export const isLanguage = (text: unknown): text is SpokenLanguage => languages.includes(text as SpokenLanguage)

/** `id`, `en`, `zh`: what stands behind `?lang=`. */
export const shortOf = (language: string): string => language.slice(0, 2)

/** The language that an address asks for, or null. */
export function languageOfAddress(url: string): SpokenLanguage | null {
  if (!url.includes('lang=')) return null
  const asked = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('lang')
  return languages.find((language) => shortOf(language) === asked) ?? null
}
