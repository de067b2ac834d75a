/** The code by which members name each other. Pure. Source: docs/decisions/0069. */

/** As it is shown and read aloud: M-7F3K2-M9QXA. */
export const showMemberCode = (code: string): string => `M-${code.slice(0, 5)}-${code.slice(5)}`

/** The code that a person typed, in the spelling that is stored; null for what is none. Letters that look like digits count as those. */
export function readMemberCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  if (!plain.startsWith('M')) return null
  const code = plain.slice(1).replaceAll('O', '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : null
}
