/** The language choice: a cookie for 365 days, SameSite=Lax (seed §3). The page is rendered anew in it. */
import { getLocale } from '../locale/paraglide/runtime.js'
import { loadAnew } from './reload-guard.ts'
import { keepCookie } from './session.ts'

export type Language = 'en-US' | 'id' | 'zh'

export const languages: { code: Language; name: string; short: string }[] = [
  { code: 'id', name: 'Bahasa Indonesia', short: 'ID' },
  { code: 'en-US', name: 'English', short: 'EN' },
  { code: 'zh', name: '中文', short: '中文' },
]

export const language = (): Language => getLocale() as Language

export function chooseLanguage(code: Language) {
  keepCookie('language', code)
  const here = new URL(location.href)
  here.searchParams.delete('lang') // an address that asks for a language would go on asking
  loadAnew(here.href)
}
