import { language } from '../../ui/language.ts'

/** What is wrong with a field, as a sentence of its own: "must have 16 digits" becomes "Must have 16 digits." */
export const sentence = (text: string): string =>
  `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}${language() === 'zh' ? '。' : '.'}`
