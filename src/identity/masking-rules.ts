/** Personal values as a member recognises them and an onlooker cannot use them. Pure. */

/** r••••@karat.test: the first letter and where the mail goes. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/u, '$1••••@')

/** +62 •••• 4471: the country of the two that we serve, and the last four digits. */
export function maskMobile(mobile: string): string {
  const country = /^\+(62|60)/.exec(mobile)?.[0]
  return `${country ? `${country} ` : ''}•••• ${mobile.slice(-4)}`
}
