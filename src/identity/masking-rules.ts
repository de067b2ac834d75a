/** Personal values as a member recognises them and an onlooker cannot use them. Pure. */

/** r••••@karat.test: the first letter and where the mail goes. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/u, '$1••••@')

/** +62 •••• 4471: the country of the two that we serve, and the last four digits. */
export function maskMobile(mobile: string): string {
  const country = /^\+(62|60)/.exec(mobile)?.[0]
  return `${country ? `${country} ` : ''}•••• ${mobile.slice(-4)}`
}

/** Ra••• Wu•••: who knows somebody recognises them, who does not learns no name. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const letters = [...word]
      return `${letters.slice(0, letters.length > 3 ? 2 : 1).join('')}•••`
    })
    .join(' ')
