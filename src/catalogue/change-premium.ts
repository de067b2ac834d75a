import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

/** `seenBps` is the premium that the person looked at: the new one follows it or nothing does. */
type PremiumWish = { skuId: number; premiumBps: number; seenBps: number; reason: string }

/**
 * The sku costs this premium over the gold in it from now on; guarantees given before keep theirs.
 *
 * Refuses not_found; edited_meanwhile when another premium has come since.
 */
export async function changePremium(
  karat: Bag<'catalogue'>,
  staff: Staff,
  wish: PremiumWish,
): Promise<{ premium_bps: number }> {
  const { skuId, premiumBps, seenBps, reason } = wish
  await karat.db.transaction(async (tx) => {
    const sku = await tx.row<{ code: string; store: string; before: number }>(sql`
      select s.code, p.store, s.premium_bps as before from catalogue.skus s join catalogue.products p on p.id = s.product_id
      where s.id = ${skuId} for no key update of s`)
    if (!sku) throw new Refusal('not_found')
    if (sku.before !== seenBps) throw new Refusal('edited_meanwhile')
    await setPremiums(tx, [{ skuId, premiumBps }])
    const subject = { kind: 'sku', id: sku.code }
    const details = { did: 'change_premium' as const, before_bps: sku.before, after_bps: premiumBps }
    await recordAction(tx, staff, { action: 'catalogue.price', subject, store: sku.store, reason, details })
  })
  await karat.catalogue.refresh()
  return { premium_bps: premiumBps }
}

export const setPremiums = (tx: Tx, premiums: { skuId: number; premiumBps: number }[]): Promise<number> =>
  tx.run(sql`
    update catalogue.skus s set premium_bps = new."premiumBps"
    from jsonb_to_recordset(${JSON.stringify(premiums)}::jsonb) as new("skuId" int, "premiumBps" int)
    where s.id = new."skuId" and s.premium_bps <> new."premiumBps"`)
