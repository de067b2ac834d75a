/** Who came by a member's link, how far they are, and what became of the rewards for them. Names are masked. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'
import { levelsOf } from '../kyc/level-queries.ts'
import { weight, weightText } from '../money/money.ts'
import type { InviteView } from './contract.ts'
import { type RewardEnd, type RewardState, type RewardWait, standingOf } from './reward-rules.ts'
import { purchasesByMember, type SettledPurchase } from './settled-purchases.ts'

const SHOWN = 100

type Row = {
  memberId: string
  at: Date
  now: Date
  store: string
  currency: string | null
  state: RewardState | null
  units: bigint
  needs: bigint
  inReview: boolean
  waits: RewardWait | null
  because: RewardEnd | null
  setOff: bigint
  taken: bigint
}
const grams = (units: bigint) => weightText(weight(units))

/** The newest that came by this code. */
export async function listJoined(db: Queryable, code: string): Promise<InviteView['joined']> {
  const rows = await db.rows<Row>(sql`
    select a.member_id as "memberId", a.at, now() as now, a.store, r.currency, r.state, coalesce(r.weight_e4, 0) as units, coalesce(r.needs_minor, 0) as needs,
      coalesce(not r.doubts <@ r.accepted_doubts, false) as "inReview", r.waits_for as waits, r.because, coalesce(r.set_off_e4, 0) as "setOff",
      coalesce(r.taken_e4, 0) as taken
    from referral.attributions a left join referral.rewards r on r.invited_id = a.member_id
    where a.code = ${code} order by a.at desc, a.member_id limit ${SHOWN}::int`)
  const ids = rows.map(({ memberId }) => memberId)
  const [names, levels, purchases] = await Promise.all([
    namesOf(db, ids),
    levelsOf(db, ids),
    purchasesByMember(db, ids),
  ])
  return rows.map((row) => {
    const own = purchases.get(row.memberId) ?? []
    return {
      ...{ name: maskName(names.get(row.memberId) ?? ''), at: row.at.toISOString() },
      verified: (levels.get(row.memberId) ?? 0) > 0,
      bought: own.some(({ stands }) => stands > 0n),
      reward: rewardOf(row, own),
    }
  })
}

function rewardOf(row: Row, own: SettledPurchase[]): InviteView['joined'][number]['reward'] {
  const { state, store, currency, needs } = row
  if (state === null || currency === null) return null
  const { certainAt } = standingOf(own, { store, currency, needs }, row.now)
  return {
    ...{ grams: grams(row.units), state, waits_for: row.waits, because: row.because },
    in_review: row.inReview && (state === 'waiting' || state === 'reserved'),
    expected_at: state === 'reserved' ? (certainAt?.toISOString() ?? null) : null,
    ...{ set_off: grams(row.setOff), taken_back: grams(row.taken) },
  }
}

/** Grams of all of the member's rewards with a store. */
export async function sumRewards(
  db: Queryable,
  { memberId, store }: { memberId: string; store: string },
): Promise<InviteView['sums']> {
  const row = await db.row<Record<'pending' | 'credited' | 'reversed', bigint>>(sql`
    select coalesce(sum(weight_e4) filter (where state = 'reserved'), 0)::bigint as pending,
      coalesce(sum(weight_e4) filter (where state = 'credited'), 0)::bigint as credited,
      coalesce(sum(weight_e4) filter (where state = 'reversed'), 0)::bigint as reversed
    from referral.rewards where member_id = ${memberId} and store = ${store}`)
  return {
    pending: grams(row?.pending ?? 0n),
    credited: grams(row?.credited ?? 0n),
    reversed: grams(row?.reversed ?? 0n),
  }
}
