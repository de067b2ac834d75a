/** The language choice: a cookie for 365 days, SameSite=Lax (seed §3). The page is rendered anew in it. */
import { getLocale } from '../locale/paraglide/runtime.js'
import { loadAnew } from './reload-guard.ts'

export type Language = 'en-US' | 'id' | 'zh'

export const languages: { code: Language; name: string; short: string }[] = [
  { code: 'id', name: 'Bahasa Indonesia', short: 'ID' },
  { code: 'en-US', name: 'English', short: 'EN' },
  { code: 'zh', name: '中文', short: '中文' },
]

export const language = (): Language => getLocale() as Language

export function chooseLanguage(code: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`
  loadAnew()
}
