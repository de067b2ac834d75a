/** When a reward is due, certain, or lost. Pure. Source: decision 0125. */

type Purchase = {
  store: string
  currency: string
  stands: bigint
  disputed: boolean
  overAt: Date | null
}
type Wanted = { store: string; currency: string; needs: bigint }

export type Standing = {
  /** Enough was bought, and no bank asks for it. */
  reached: boolean
  /** And every window of so much of it is over. */
  certain: boolean
  /** Not so much stands any more, also where what is disputed should be won. */
  lost: boolean
  /** When it is certain if nothing happens until then; null while that is not known. */
  certainAt: Date | null
}

/** How what an invited member bought with a store stands. Purchases in another of its currencies count for nothing. */
export function standingOf(purchases: readonly Purchase[], { store, currency, needs }: Wanted, now: Date): Standing {
  const own = purchases.filter((one) => one.store === store && one.currency === currency)
  const sum = (some: readonly Purchase[]) => some.reduce((all, { stands }) => all + stands, 0n)
  const sound = own.filter(({ disputed }) => !disputed)
  const dated = sound
    .flatMap(({ stands, overAt }) => (overAt ? [{ stands, overAt }] : []))
    .toSorted((one, two) => one.overAt.getTime() - two.overAt.getTime())
  let left = needs
  const last = dated.find(({ stands }) => {
    left -= stands
    return left <= 0n
  })
  const certainAt = last?.overAt ?? null
  return {
    reached: sum(sound) >= needs,
    certain: certainAt !== null && certainAt <= now,
    lost: sum(own) < needs,
    certainAt,
  }
}

export const rewardStates = ['waiting', 'reserved', 'credited', 'reversed', 'refused'] as const
export type RewardState = (typeof rewardStates)[number]
export const rewardWaits = ['frozen', 'gold', 'level', 'cap', 'account'] as const
export type RewardWait = (typeof rewardWaits)[number]
export const doubtKinds = ['document', 'namesake', 'payout', 'device', 'ring', 'sibling'] as const
export type Doubt = (typeof doubtKinds)[number]
/** What no person accepts: whoever is paid to one account, or told one paper, is one person (product.md §8). */
const sameDoubts: readonly Doubt[] = ['document', 'payout']
export const isSamePerson = (doubts: readonly Doubt[], accepted: readonly Doubt[]): boolean =>
  doubts.some((doubt) => sameDoubts.includes(doubt) && !accepted.includes(doubt))
export const rewardEnds = ['volume', 'staff', 'closed', 'same'] as const
export type RewardEnd = (typeof rewardEnds)[number]
