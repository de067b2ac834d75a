import type { Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { requireDayTakes } from '../../kyc/take-day-limit.ts'
import { minor, weight, weightText } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import { soldGoldOf } from '../guarantee/guarantee-rules.ts'
import { type Guaranteed, insertGuarantee, type NewGuarantee } from '../guarantee/guarantee-store.ts'
import { memberOpen, openCount, releaseOthers, sweepExposure } from './commitments.ts'
import { isBeyondMember, limitsOf } from './exposure-rules.ts'

/** Not an answer yet: what has ended is taken off the count before it is looked at again. */
class CountIsFull extends Error {}

/** Takes the member's turn (`memberTurn`), and says what is to be held; called again where the store's count had to be cleared first. */
type Asking = (tx: Tx) => Promise<NewGuarantee>
/** The transaction in which it is held, and what is answered of it. */
export type During<Answer> = (holding: (tx: Tx) => Promise<Guaranteed>) => Promise<Answer>

/**
 * Holds a price for a member within the limits of open exposure, judged in one transaction: their other guarantee for the
 * same is over; where the new one and what else they hold open is more than a member may, so are their other guarantees,
 * since a page that was left behind binds nobody. What was ordered stays.
 *
 * Refuses verification_required when their day does not take it; exposure_limit with whose limit it is: `member` (pay or
 * cancel what is ordered first) or `shop` (the store sells no more for the moment). Throws as `refuseNotSelling`.
 */
export async function holdWithinLimits<Answer>(
  karat: Bag<'orders'>,
  price: PriceNow,
  asked: Asking,
  during: During<Answer>,
): Promise<Answer> {
  const holding = () => during(async (tx) => hold(tx, karat, price, await asked(tx)))
  try {
    return await holding()
  } catch (error) {
    if (!(error instanceof CountIsFull)) throw error
  }
  await sweepExposure(karat.db, { due: false })
  await openCount(karat.db, price.store)
  try {
    return await holding()
  } catch (error) {
    if (error instanceof CountIsFull) throw new Refusal('exposure_limit', { of: 'shop' })
    throw error
  }
}

async function hold(tx: Tx, karat: Bag<'orders'>, price: PriceNow, guarantee: NewGuarantee): Promise<Guaranteed> {
  const { memberId, currency, amounts } = guarantee
  const store = storeOf(karat, guarantee.store)
  const limited = karat.config.EXPOSURE_LIMITS !== false
  // It holds the store's row until the commit, which comes next.
  const { held, others, day } = await insertGuarantee(tx, karat, price, guarantee)
  const amount = minor(amounts.total)
  const aDay = limited ? await requireDayTakes(tx, day, { memberId, store, currency, amount }) : null
  if (!held) throw new CountIsFull()
  const fine = others.fine + soldGoldOf(guarantee.lines)
  const { member: most } = limitsOf(guarantee.limits)
  const totals = [...others.totals, { currency, total: amounts.total }]
  if (!limited || !isBeyondMember(aDay, most, { fine, totals })) return held
  await releaseOthers(tx, memberId, held.id)
  if (isBeyondMember(aDay, most, await memberOpen(tx, memberId)))
    throw new Refusal('exposure_limit', { of: 'member', most: weightText(weight(most)) })
  return held
}
