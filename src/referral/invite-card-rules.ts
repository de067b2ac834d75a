/** The pictures of a link, and what their files are called. Pure. */
import { readLinkCode } from './link-code-rules.ts'

/** In pixels: a post, a story, and what other sites show beside a link. */
export const cardSizes = {
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  wide: { width: 1200, height: 630 },
} as const
export type CardFormat = keyof typeof cardSizes
const shortLanguages = { id: 'id', en: 'en-US', zh: 'zh' } as const
type CardLanguage = (typeof shortLanguages)[keyof typeof shortLanguages]
export type CardName = { code: string; language: CardLanguage; format: CardFormat }

/** `language`: as the shop names it, such as `en-US`. */
export const cardFile = ({ code, language, format }: Omit<CardName, 'language'> & { language: string }): string =>
  `${code}-${language.slice(0, 2)}-${format}.png`

/** The picture that a file is called by; null for a name of none. */
export function readCardFile(file: string): CardName | null {
  const [, code = '', short, format] = /^([2-9A-HJKMNP-Z]{8})-(id|en|zh)-(square|story|wide)\.png$/.exec(file) ?? []
  if (!readLinkCode(code)) return null
  return { code, language: shortLanguages[short as keyof typeof shortLanguages], format: format as CardFormat }
}
