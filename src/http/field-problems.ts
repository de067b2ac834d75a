/** What a contract found wrong, field by field, in plain English. Contracts' own words stand; these are for what they leave unsaid. */

import { z } from 'zod'
import { problem } from '../locale/field-rules.ts'

type Issue = z.core.$ZodRawIssue

/** From here on zod says what it finds in these words. */
export const speakPlainly = () => z.config({ customError: plainWords })

const kinds: Record<string, string> = {
  string: problem('text'),
  number: problem('number'),
  int: problem('whole'),
  boolean: problem('yes_no'),
  array: problem('list'),
}

function plainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? problem('required') : (kinds[issue.expected] ?? problem('object'))
    case 'too_small':
      return atLeast(issue.origin, String(issue.minimum))
    case 'too_big':
      return atMost(issue.origin, String(issue.maximum))
    case 'invalid_value':
      return problem('one_of', { list: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return UNKNOWN
    case 'invalid_format':
      return problem('form')
    default:
      return problem('not_right')
  }
}

const UNKNOWN = problem('unknown')

function atLeast(origin: string, least: string): string {
  if (origin === 'string') return least === '1' ? problem('empty') : problem('too_short', { n: least })
  return origin === 'array' ? problem('few_entries', { n: least }) : problem('too_small', { n: least })
}

function atMost(origin: string, most: string): string {
  if (origin === 'string') return problem('too_long', { n: most })
  return origin === 'array' ? problem('many_entries', { n: most }) : problem('too_big', { n: most })
}

type Found = { instancePath: string; message?: string; params?: Record<string, unknown> }

/** Field → its first problem. A field that nobody asked for stands under its own name; what concerns the whole under `place`. */
export function fieldProblems(found: Found[], place: string): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { instancePath, message = problem('not_right'), params } of found) {
    const path = instancePath.split('/').filter(Boolean)
    const unknown = message === UNKNOWN ? (params?.keys as string[] | undefined) : undefined
    for (const name of unknown?.map((key) => [...path, key].join('.')) ?? [path.join('.') || place])
      problems[name] ??= message
  }
  return problems
}
