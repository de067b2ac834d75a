/** What members bought, and what of it stands: read for rewards and commissions alike. */
import type { Queryable } from '../db/database.ts'
import { listBoughtPieces } from '../orders/core/bought-queries.ts'
import { listAskedBack, listPaidFor } from '../payments/standing-queries.ts'
import { settings } from '../settings.ts'
import { listBoughtGrams } from '../vault/bought-queries.ts'

export type SettledPurchase = {
  memberId: string
  store: string
  currency: string
  kind: 'order' | 'grams'
  /** Of the order, or of the trade. */
  id: string
  number: string
  paidAt: Date
  /** What was paid: for goods without delivery, or for grams, in minor units. */
  minor: bigint
  /** Fine gold of it, in units of 0.0001 g. */
  weight: bigint
  /** What of it was not called off, paid back or taken back by a bank. */
  stands: bigint
  /** A bank asks money of its buyer back or is owed it by them with the store, or a price is being chosen: nothing of theirs counts meanwhile. */
  disputed: boolean
  /** When every window of refund and chargeback is over; null while that is not known (an order that was not handed over). */
  overAt: Date | null
}

const DAY_MS = 86_400_000
const windowEnd = (paidAt: Date, ...others: (Date | null)[]): Date =>
  new Date(
    Math.max(paidAt.getTime() + settings.growth.windowDays * DAY_MS, ...others.map((other) => other?.getTime() ?? 0)),
  )
const less = (amount: bigint, gone: bigint) => (gone < amount ? amount - gone : 0n)

/**
 * Every purchase that these members paid, by when it was paid: orders of numbered pieces and grams for the vault. Pieces that grams pay for
 * are no purchase, but for what was paid for them in money.
 */
export async function settledPurchases(db: Queryable, memberIds: readonly string[]): Promise<SettledPurchase[]> {
  if (memberIds.length === 0) return []
  const [pieces, grams, askedBack] = await Promise.all([
    listBoughtPieces(db, memberIds),
    listBoughtGrams(db, memberIds),
    listAskedBack(db, memberIds),
  ])
  const ids = [...pieces.map(({ id }) => id), ...grams.flatMap(({ purchaseId }) => purchaseId ?? [])]
  const paid = await listPaidFor(db, ids)
  const bySubject = Map.groupBy(paid, ({ subjectId }) => subjectId)
  const of = (subjectId: string | null) => {
    const own = (subjectId && bySubject.get(subjectId)) || []
    return { gone: own.reduce((sum, { gone }) => sum + gone, 0n), disputed: own.some(({ disputed }) => disputed) }
  }
  const owed = new Map(askedBack.map((one) => [`${one.memberId} ${one.store}`, one.owed]))
  const isAskedBack = (one: { memberId: string; store: string }) => owed.has(`${one.memberId} ${one.store}`)

  const ofPieces = pieces.map(({ ended, closesAt, ...one }): SettledPurchase => {
    const { gone, disputed } = of(one.id)
    return {
      ...{ ...one, kind: 'order', stands: ended ? 0n : less(one.minor, gone), disputed: disputed || isAskedBack(one) },
      overAt: closesAt && windowEnd(one.paidAt, closesAt),
    }
  })
  const ofGrams = grams.map(({ purchaseId, undecided, clearsAt, ...one }): SettledPurchase => {
    const { gone, disputed } = of(purchaseId)
    return {
      ...{ ...one, kind: 'grams', stands: less(one.stands, gone), disputed: undecided || disputed || isAskedBack(one) },
      overAt: windowEnd(one.paidAt, clearsAt),
    }
  })
  const all = [...ofPieces, ...ofGrams].sort((one, two) => one.paidAt.getTime() - two.paidAt.getTime())
  return lessOwed(all, owed)
}

/** The same by member; nothing for who bought nothing. */
export const purchasesByMember = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SettledPurchase[]>> => Map.groupBy(await settledPurchases(db, ids), ({ memberId }) => memberId)

/** A deposit that its bank took for good paid for nothing: what is owed of it is taken from what was bought last. */
function lessOwed(purchases: SettledPurchase[], owed: ReadonlyMap<string, bigint>): SettledPurchase[] {
  const left = new Map(owed)
  return purchases
    .toReversed()
    .map((one) => {
      const key = `${one.memberId} ${one.store}`
      const rest = left.get(key) ?? 0n
      const taken = rest < one.stands ? rest : one.stands
      left.set(key, rest - taken)
      return { ...one, stands: one.stands - taken }
    })
    .toReversed()
}
