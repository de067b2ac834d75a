/**
 * Whether a list means a person. Strict: what the names say alone is no hit where days of birth contradict, and a part of a name, or a
 * name of one word, is none where they do not agree. Each hit says why. Pure.
 */
import { tokensOf } from './name-rules.ts'

/** A member as they are compared: the name of their proof of identity, or of their account while there is none. */
export type Person = { names: string[]; birthDate: string | null; numberHash: string | null }
/** `births`: days (1970-01-31) or years (1970). */
export type Listed = { names: string[]; births: string[]; numberHashes: string[] }

export const matchRules = ['number', 'same_name', 'part_of_name'] as const
type MatchRule = (typeof matchRules)[number]
export const birthFindings = ['day', 'year', 'unknown', 'differs'] as const
type BirthFinding = (typeof birthFindings)[number]
/** `listed`: the name of the list that is theirs, its first for a number. */
export type Match = { rule: MatchRule; birth: BirthFinding; listed: string }

export function matchOf(person: Person, entry: Listed): Match | null {
  const birth = birthFinding(person.birthDate, entry.births)
  if (person.numberHash !== null && entry.numberHashes.includes(person.numberHash))
    return { rule: 'number', birth, listed: entry.names[0] ?? '' }
  if (birth === 'differs') return null
  for (const rule of ['same_name', 'part_of_name'] as const)
    for (const one of person.names)
      for (const other of entry.names) if (fits[rule](one, other, birth)) return { rule, birth, listed: other }
  return null
}

/** What the days of birth say to each other: a year that the list has no day for agrees as a year. */
function birthFinding(own: string | null, listed: string[]): BirthFinding {
  if (own === null || listed.length === 0) return 'unknown'
  if (listed.includes(own)) return 'day'
  return listed.includes(own.slice(0, 4)) ? 'year' : 'differs'
}

const sorted = (tokens: string[]) => tokens.toSorted().join(' ')

const fits: Record<'same_name' | 'part_of_name', (own: string, listed: string, birth: BirthFinding) => boolean> = {
  same_name(own, listed, birth) {
    const [one, other] = [tokensOf(own), tokensOf(listed)]
    const isSame = sorted(one) === sorted(other) || one.join('') === other.join('')
    return isSame && (Math.max(one.length, other.length) > 1 || birth === 'day' || birth === 'year')
  },
  part_of_name(own, listed, birth) {
    const [less, more] = [tokensOf(own), tokensOf(listed)].toSorted((one, other) => one.length - other.length)
    return birth === 'day' && less !== undefined && less.length > 1 && less.every((token) => more?.includes(token))
  },
}
