/** What a reward is, by the store's rates of that moment. */
import { type Queryable, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { settings } from '../settings.ts'

export type RewardRate = { weight: bigint; needs: bigint; level: number; perMonth: number; validFrom: Date | null }

/** The newest that holds now; where staff have said nothing, the product's own. */
export async function rateNow(
  db: Queryable,
  { code, currency }: { code: string; currency: Currency },
): Promise<RewardRate> {
  const said = await db.row<RewardRate>(sql`
    select weight_e4 as weight, volume_minor as needs, level, per_month as "perMonth", valid_from as "validFrom" from referral.rates
    where store = ${code} and valid_from <= now() order by valid_from desc, id desc limit 1`)
  const { weight, volume, level, perMonth } = settings.growth.reward
  return (
    said ?? {
      weight,
      needs: (volume as Partial<Record<Currency, bigint>>)[currency] ?? 0n,
      level,
      perMonth,
      validFrom: null,
    }
  )
}
