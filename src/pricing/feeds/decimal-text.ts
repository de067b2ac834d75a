/** Numbers of somebody else's JSON as they were written: no digit goes through a float. */

/** JSON with every number as its own text. */
export const parseKeepingDigits = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )

/** What a JSON pointer (RFC 6901) points at, or undefined. */
export function pointAt(document: unknown, pointer: string): unknown {
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Whole units of 10^-places, digits beyond cut off; null unless the text is a plain positive decimal. */
export function cutDecimal(text: string, places: number): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,40}))?$/.exec(text)
  if (!match?.[1]) return null
  return BigInt(match[1] + (match[2] ?? '').slice(0, places).padEnd(places, '0'))
}
