/** What a contract found wrong, field by field, in plain English. Contracts' own words stand; these are for what they leave unsaid. */
import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** From here on zod says what it finds in these words. */
export const speakPlainly = () => z.config({ customError: plainWords })

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
}

function plainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (kinds[issue.expected] ?? 'must be an object')
    case 'too_small':
      return atLeast(issue.origin, String(issue.minimum))
    case 'too_big':
      return atMost(issue.origin, String(issue.maximum))
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return UNKNOWN
    case 'invalid_format':
      return 'has the wrong form'
    default:
      return 'is not right'
  }
}

const UNKNOWN = 'is not known here'

function atLeast(origin: string, least: string): string {
  if (origin === 'string') return least === '1' ? 'must not be empty' : `must have at least ${least} characters`
  return origin === 'array' ? `must have at least ${least} entries` : `must be at least ${least}`
}

function atMost(origin: string, most: string): string {
  if (origin === 'string') return `must have at most ${most} characters`
  return origin === 'array' ? `must have at most ${most} entries` : `must be at most ${most}`
}

type Found = { instancePath: string; message?: string; params?: Record<string, unknown> }

/** Field → its first problem. A field that nobody asked for stands under its own name; what concerns the whole under `place`. */
export function fieldProblems(found: Found[], place: string): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { instancePath, message = 'is not right', params } of found) {
    const path = instancePath.split('/').filter(Boolean)
    const unknown = message === UNKNOWN ? (params?.keys as string[] | undefined) : undefined
    for (const name of unknown?.map((key) => [...path, key].join('.')) ?? [path.join('.') || place])
      problems[name] ??= message
  }
  return problems
}
