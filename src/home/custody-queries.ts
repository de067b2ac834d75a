/** What the page about keeping gold tells, of this moment. */
import { gramsInTransit, listPlaces } from '../backing/places/place-queries.ts'
import { describeBacking } from '../backing/register/register-queries.ts'
import type { Queryable } from '../db/database.ts'
import { weight, weightText } from '../money/money.ts'
import { readMetTimes } from '../orders/core/met-times.ts'
import { findLastDay } from '../proof/day-queries.ts'
import { settings } from '../settings.ts'
import { readPaidTimes } from '../vault/payouts/paid-times.ts'

/** What was promised, as far as it was kept: `count` cases, of which half took `half` at most and nine of ten `most`. Null where there are too few to say. */
export type Kept = {
  name: 'packed' | 'delivered' | 'ready' | 'paid'
  unit: 'hour' | 'minute'
  count: number
  half: number | null
  most: number | null
}

/** Weights in grams. */
export type CustodyView = {
  owed: string
  owned: string
  ratioBps: number | null
  isFrozen: boolean
  places: { place: string; keeper: string | null; bars: number; fine: string; countedAt: string | null }[]
  /** Between two places. */
  inTransit: string
  stock: string
  pledged: string
  proof: { number: number; at: string } | null
  days: number
  fewest: number
  kept: Kept[]
  promised: { orders: number; kept: number } | null
}

export async function describeCustody(db: Queryable, store: string): Promise<CustodyView> {
  const { days, fewest } = settings.custody
  const [backing, places, moving, proof, times, paid] = await Promise.all([
    describeBacking(db, store),
    listPlaces(db, store),
    gramsInTransit(db, store),
    findLastDay(db, store),
    readMetTimes(db, store, days),
    readPaidTimes(db, store, days),
  ])
  const { owed, owned, ratio_bps: ratioBps, stock, pledged, freeze } = backing
  const enough = (kept: Kept): Kept => (kept.count < fewest ? { ...kept, half: null, most: null } : kept)
  return {
    ...{ owed, owned, ratioBps, stock, pledged, days, fewest, isFrozen: freeze !== null },
    places: places.map(({ fineWeight, countedAt, ...place }) => ({
      ...place,
      countedAt: countedAt?.toISOString() ?? null,
      fine: weightText(weight(fineWeight)),
    })),
    inTransit: weightText(weight(moving)),
    proof: proof && { number: Number(proof.number), at: proof.instant.toISOString() },
    kept: [
      enough({ name: 'packed', unit: 'hour', ...times.packed }),
      enough({ name: 'delivered', unit: 'hour', ...times.delivered }),
      enough({ name: 'ready', unit: 'hour', ...times.ready }),
      enough({ name: 'paid', unit: 'minute', ...paid }),
    ],
    promised: times.promised.orders < fewest ? null : times.promised,
  }
}
