/** What a payout is, and when it is tried again. Pure. Source: product.md §7, docs/decisions/0068. */
import { settings } from '../../settings.ts'

export const payoutStates = ['pending', 'paying', 'paid', 'failed', 'returned', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]
export type TryState = 'asking' | 'accepted' | 'paid' | 'failed' | 'returned'

/** What holds of money that waits for its payout are for. */
export const PAYOUT_PURPOSE = 'payout'

/** Reasons that a member reads in words of their own; any other is "refused". */
export const failureReasons = [
  'account_unknown',
  'account_closed',
  'name_differs',
  'refused',
  'expired',
  'given_back',
] as const
type FailureReason = (typeof failureReasons)[number]
export const reasonOf = (told: string | null): FailureReason =>
  failureReasons.find((reason) => reason === told) ?? 'refused'

/** How long after its so-many-th try failed a payout is tried again; null: it has failed. */
export function secondsToNextTry(tries: number): number | null {
  const gaps: readonly number[] = settings.payouts.tryGapSeconds
  return gaps[tries - 1] ?? null
}

/** What of an answer is new for a try: the states it goes through, in order. `contradicts`: a person has to look at it. */
export function stepsOf(now: TryState, told: Exclude<TryState, 'asking'>): readonly TryState[] | 'contradicts' {
  if (now === told) return []
  if (now === 'asking' || now === 'accepted') {
    if (told === 'accepted' || told === 'failed') return [told]
    const accepted = now === 'asking' ? (['accepted'] as const) : []
    return told === 'paid' ? [...accepted, 'paid'] : [...accepted, 'paid', 'returned']
  }
  if (now === 'paid') return told === 'returned' ? ['returned'] : told === 'failed' ? 'contradicts' : []
  return now === 'failed' && told === 'paid' ? 'contradicts' : []
}
