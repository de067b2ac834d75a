/** Names of languages, each in itself. */
import { languages } from '../../../ui/language.ts'

export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code

/** The languages that the dealer writes in, by the names that the content has for them. */
export const languageNames = { 'en-US': 'English', id: 'Bahasa Indonesia', zh: '中文' } as const
