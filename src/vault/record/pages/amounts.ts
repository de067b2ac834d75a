/** Amounts of the wire, with their signs as they are read. Pure. */

/** The sum of two amounts of the same asset. */
export function addAmounts(one: string, two: string): string {
  const places = one.split('.')[1]?.length ?? 0
  const digits = String(BigInt(one.replace('.', '')) + BigInt(two.replace('.', ''))).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** "+0,5000 g", "−Rp 250.000": what came in or went out, written by `write`. */
export const signed = (amount: string, write: (text: string) => string): string =>
  `${amount.startsWith('-') ? '−' : '+'}${write(amount.replace('-', ''))}`
