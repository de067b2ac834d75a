/** What a subject is paid with, and in which order that goes back. Pure. Amounts in minor units of the subject's currency. */

/**
 * How soon a tender goes back, least first. What its bank can still take back is first, for it may go to its source only and may
 * be lost twice while it stays; then what costs nothing to give back, a cash balance; then what a provider takes a fee for; grams
 * last, since they go back as grams and only for what they paid.
 */
export const returnRanks = { uncleared: 0, balance: 1, cleared: 2, grams: 3 } as const

/** Every kind of tender, and when it goes back. Cash and grams join here, each by its own way. */
export const tenderKinds = {
  /** As a refund of its payment. */
  card: { rank: ({ uncleared }: { uncleared: boolean }) => (uncleared ? returnRanks.uncleared : returnRanks.cleared) },
  /** To its payer's cash balance (return-to-balance.ts); no bank takes it back. */
  va: { rank: () => returnRanks.balance },
  qris: { rank: () => returnRanks.balance },
  /** By a payout list, which people pay at the bank. */
  bank_transfer: { rank: () => returnRanks.cleared },
  balance: { rank: () => returnRanks.balance },
  /** By a payout list as well. The card was there and its holder proved it, so no bank is waited for. */
  counter_cash: { rank: () => returnRanks.cleared },
  counter_card: { rank: () => returnRanks.cleared },
} as const satisfies Record<string, { rank(tender: { uncleared: boolean }): number }>
export type TenderKind = keyof typeof tenderKinds

export type Returnable = {
  id: string
  rank: number
  /** When it was brought. */
  at: Date
  /** What it brought, less what of that went back. */
  left: bigint
}

/**
 * What of each tender goes back so that together it is exactly `amount`: by rank, and of one rank what was brought last first;
 * never more of one than is left of it, and nothing of the next while something is left. Null when all of them are not enough.
 */
export function orderOfReturn(tenders: readonly Returnable[], amount: bigint): { id: string; amount: bigint }[] | null {
  const order = tenders.toSorted((a, b) => a.rank - b.rank || b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  let open = amount
  const back = order.flatMap(({ id, left }) => {
    const part = left < open ? left : open
    open -= part
    return part > 0n ? [{ id, amount: part }] : []
  })
  return open === 0n ? back : null
}

/** What money that came for a subject does, beside what was brought for it before. */
export type Brought = 'pays' | 'is a part' | 'fits nothing'

/** It pays when all tenders sum to the total; it is a part, and waits, while they are less; what would be more fits nothing. */
export function judgeTender(total: bigint, { before, now }: { before: bigint; now: bigint }): Brought {
  if (before + now === total) return 'pays'
  return now > 0n && before + now < total ? 'is a part' : 'fits nothing'
}
