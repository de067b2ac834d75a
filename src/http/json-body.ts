/** Reads a JSON body with the limits of docs/security.md: depth, array length, no key twice, no prototype tricks. */
import { Refusal } from '../refusals.ts'

const MAX_DEPTH = 32
const MAX_ARRAY = 100

/** The parsed body. Refuses `malformed` for broken JSON, a key given twice, too deep nesting or too long arrays. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('malformed', { reason: 'the body is not JSON' })
  }
  const keysWritten = text.match(/"(?:[^"\\]|\\.)*"(\s*:)?/g)?.filter((token) => token.endsWith(':')).length ?? 0
  if (countKeys(value, 0) !== keysWritten) throw new Refusal('malformed', { reason: 'a key is given twice' })
  return value
}

function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= MAX_DEPTH) throw new Refusal('malformed', { reason: `nested deeper than ${MAX_DEPTH}` })
  if (Array.isArray(value)) {
    if (value.length > MAX_ARRAY) throw new Refusal('malformed', { reason: `a list has more than ${MAX_ARRAY} items` })
    return value.reduce<number>((sum, item) => sum + countKeys(item, depth + 1), 0)
  }
  const keys = Object.keys(value)
  if (keys.includes('__proto__')) throw new Refusal('malformed', { reason: 'a key is not allowed' })
  return keys.reduce((sum, key) => sum + countKeys((value as Record<string, unknown>)[key], depth + 1), keys.length)
}
