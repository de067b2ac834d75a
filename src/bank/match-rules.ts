/**
 * Whose the money of a line is. Pure; amounts in hundredths. A line confirms itself only where nothing is left to judge: the reference,
 * the amount, the verified name of the member and the time are right, and the file continues the one before it. Source: decision 0138.
 */
import { nameWords } from '../payouts/payout-rules.ts'
import { referencesIn } from './reference-rules.ts'
import type { StatementLine } from './statements/statement-rules.ts'

/** A payment that was asked for, as far as a line may mean it. */
export type Candidate = {
  paymentId: string
  reference: string
  amount: bigint
  /** The member's verified name; null where there is none. */
  name: string | null
  until: Date
  /** It was paid already. */
  captured: boolean
}
export type Came = Pick<StatementLine, 'amount' | 'texts' | 'name'> & { bookedAt: Date }

export const whys = [
  ...([
    'too_little',
    'too_much',
    'late',
    'twice',
    'nameless',
    'name_shortened',
    'not_verified',
    'no_reference',
  ] as const),
  ...(['several', 'gap', 'other_name', 'no_match', 'sen'] as const),
] as const
export type Why = (typeof whys)[number]

/** `proposed`: a second person confirms it. `unmatched`: nobody knows, or it is another's and goes back. `not_ours`: nothing that is booked here. */
export type Plan = { state: 'matched' | 'proposed' | 'unmatched' | 'not_ours'; paymentId: string | null; why: Why[] }

type NameSays = 'same' | Extract<Why, 'nameless' | 'name_shortened' | 'not_verified' | 'other_name'>

/**
 * How the name that the bank tells of the payer stands to the member's verified one. Words in another order, or a name that its bank cut off
 * or left a middle part of away, are for a person to judge.
 */
export function compareNames(told: string | null, verified: string | null): NameSays {
  const said = nameWords(told ?? '')
  if (said.length === 0) return 'nameless'
  if (verified === null) return 'not_verified'
  const known = nameWords(verified)
  if (said.length === known.length && said.every((word, at) => word === known[at])) return 'same'
  const [shorter, longer] = said.length <= known.length ? [said, known] : [known, said]
  const isCut = [known.join(''), said.join('')].toSorted((a, b) => a.length - b.length)
  if ((isCut[0]?.length ?? 0) >= 8 && isCut[1]?.startsWith(isCut[0] ?? '')) return 'name_shortened'
  const isPart = (word: string) =>
    longer.some((other) => other === word || (word.length === 1 && other.startsWith(word)))
  return shorter.length > 1 && shorter.every(isPart) ? 'name_shortened' : 'other_name'
}

/** Looks candidates up by reference, and by amount. */
export function openMatching(
  candidates: readonly Candidate[],
  { continues, unit }: { continues: boolean; unit: bigint },
) {
  const byReference = Map.groupBy(candidates, ({ reference }) => reference)
  const byAmount = Map.groupBy(
    candidates.filter(({ captured }) => !captured),
    ({ amount }) => amount,
  )
  const taken = new Set<string>()

  /** Of several lines for one payment the first pays it. */
  function judge(line: Came, one: Candidate, more: Why[]): Plan {
    const says = compareNames(line.name, one.name)
    const whole = line.amount - (line.amount % unit)
    if (says === 'other_name') return { state: 'unmatched', paymentId: one.paymentId, why: ['other_name', ...more] }
    const why: Why[] = [
      ...(says === 'same' ? [] : [says]),
      ...(whole < one.amount ? (['too_little'] as const) : whole > one.amount ? (['too_much'] as const) : []),
      ...(one.captured || taken.has(one.paymentId) ? (['twice'] as const) : []),
      ...(line.bookedAt > one.until ? (['late'] as const) : []),
      ...more,
      ...(continues ? [] : (['gap'] as const)),
    ]
    if (why.length === 0 || why.every((reason) => reason === 'gap')) taken.add(one.paymentId)
    return { state: why.length === 0 ? 'matched' : 'proposed', paymentId: one.paymentId, why }
  }

  return function planOf(line: Came): Plan {
    if (line.amount < 0n) return { state: 'not_ours', paymentId: null, why: [] }
    const sen: Why[] = line.amount % unit === 0n ? [] : ['sen']
    const named = referencesIn(line.texts).flatMap((reference) => byReference.get(reference) ?? [])
    // Interest, a fee, or less than there is a unit for.
    if (sen.length > 0 && (named.length === 0 || line.amount < unit))
      return { state: 'not_ours', paymentId: null, why: sen }
    if (named.length > 1) return { state: 'unmatched', paymentId: null, why: ['several', ...sen] }
    if (named[0]) return judge(line, named[0], sen)
    const alike = (byAmount.get(line.amount) ?? []).filter(
      (one) =>
        !taken.has(one.paymentId) && line.bookedAt <= one.until && compareNames(line.name, one.name) !== 'other_name',
    )
    const sure = alike.filter((one) => compareNames(line.name, one.name) === 'same')
    const [only] = sure.length === 1 ? sure : alike.length === 1 ? alike : []
    if (only) return judge(line, only, ['no_reference'])
    return { state: 'unmatched', paymentId: null, why: [alike.length > 1 ? 'several' : 'no_match'] }
  }
}
