/** What a password must be. Pure, so that the form can say it while the member types. */
import { settings } from '../settings.ts'

/** The form in which a password is hashed and compared: one way to write each character, nothing cut off. */
export const normalisePassword = (password: string): string => password.normalize('NFC')

/** Length as a person counts it. */
export const passwordLength = (password: string): number => [...normalisePassword(password)].length

export const isTooShort = (password: string): boolean => passwordLength(password) < settings.password.min

const ownWord = 'karat|kawung|gold|emas|logam|mulia|bullion|antam|silver|perak|password|passwd|sandi|rahasia|secret'
const onlyOwnWords = new RegExp(`^(?:${ownWord}|[^a-z])+$`)
const anyOwnWord = new RegExp(ownWord)

/** Whether a password is made of nothing but words of this shop, digits and signs, such as "Karat-2026!". */
export function isMadeOfProductWords(password: string): boolean {
  const lower = password.toLowerCase()
  return anyOwnWord.test(lower) && onlyOwnWords.test(lower)
}

/** Whether a password is the account it protects, or its part before the @. */
export function isOwnAccount(password: string, account: string): boolean {
  const lower = password.toLowerCase()
  return lower === account || lower === account.split('@')[0]
}
