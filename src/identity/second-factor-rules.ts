/** How recovery codes are written and read. Pure. */

/** No 0, O, 1, I or L: what is copied by hand is read right. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const RECOVERY_LENGTH = 10

/** The one spelling of a recovery code that is hashed, or null: case, blanks and hyphens do not count. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_ALPHABET.includes(letter))
    ? code
    : null
}

/** As it is shown: two halves. */
export const writeRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`

/** The six digits of an authenticator app, or null: blanks do not count. */
export function readAppCode(text: string): string | null {
  const code = text.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
