/** How much of a member's gold has a fixed price before it is handed over, and whether more may. */
import { type Queryable, sql } from '../db/database.ts'
import { WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import { settings } from '../settings.ts'
import type { Holder } from '../vault/holder.ts'
import type { CaseKind } from './case-rules.ts'

export const fixedLimit: bigint = BigInt(settings.goldback.fixedGrams) * WEIGHT_UNITS_PER_GRAM

/** Cases whose price the house is bound to: fixed, and neither over nor too late; what a courier may have had in time counts until it is here. */
const bound = sql`fixed_until is not null and ended_at is null and (state <> 'booked' or fixed_until >= now() or pickup_point_id is null)`

type Fixing = {
  /** Whether the price of so much more gold would be fixed. */
  fixes: boolean
  /** Until when it would be. */
  until: Date
  /** Fine gold whose price is fixed already, in units of 0.0001 g. */
  taken: bigint
  /** Since somebody did not come for a fixed price none is fixed before this moment; null: nobody stayed away. */
  againFrom: Date | null
}

/**
 * Whoever lets a fixed price pass, or takes the case back before it is handed over, has none fixed for some time: what is fixed binds both
 * sides, and is no option. Of gold that was not bought here none is fixed: nobody knows whether it is there. The member's place is held by the caller where it counts.
 */
export async function fixingOf(
  db: Queryable,
  { memberId, store }: Holder,
  { kind, fine }: { kind: CaseKind; fine: bigint },
): Promise<Fixing> {
  const row = await db.row<Omit<Fixing, 'fixes'>>(sql`
    select now() + make_interval(days => ${settings.goldback.fixedDays}::int) as until,
      coalesce(sum(fine_e4) filter (where ${bound}), 0)::bigint as taken,
      max(ended_at) filter (where fixed_until is not null and state in ('cancelled', 'lapsed')
        and ended_at > now() - make_interval(days => ${settings.goldback.noShowDays}::int))
        + make_interval(days => ${settings.goldback.noShowDays}::int) as "againFrom"
    from goldback.cases where member_id = ${memberId} and store = ${store}`)
  if (!row) throw new Error('an aggregate has a row')
  return { ...row, fixes: kind === 'own' && row.againFrom === null && row.taken + fine <= fixedLimit }
}

/** Fine gold of a store whose price is fixed to members, in units of 0.0001 g: what it is exposed to. */
export async function gramsFixed(db: Queryable, store: string): Promise<bigint> {
  const row = await db.row<{ fine: bigint }>(sql`
    select coalesce(sum(fine_e4), 0)::bigint as fine from goldback.cases where store = ${store} and ${bound}`)
  return row?.fine ?? 0n
}
