/** Whether a new password may be taken. */
import { Refusal } from '../refusals.ts'
import { isMadeOfProductWords, isOwnAccount, isTooShort, normalisePassword } from './password-rules.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** The passwords tried first, of eight characters and more: 17,950. Loaded at the first sign-up. Source: @zxcvbn-ts/language-common. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const words = dictionary['passwords-common']
    return new Set(words.filter((word) => !isTooShort(word)))
  })
  return common
}

/** Refuses password_too_short, then password_too_common (also for words of the shop and for the account itself). */
export async function requireGoodPassword(password: string, account: string): Promise<void> {
  if (isTooShort(password)) throw new Refusal('password_too_short')
  const lower = normalisePassword(password).toLowerCase()
  if (isMadeOfProductWords(lower) || isOwnAccount(lower, account) || (await commonPasswords()).has(lower))
    throw new Refusal('password_too_common')
}
