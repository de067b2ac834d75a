import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { Amount } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { refusedByDatabase } from './change-goods.ts'
import { type Charges, premiumTakesTwo } from './charge-rules.ts'

/** `seenBps` is the premium that the person looked at: the new one follows it or nothing does. */
type PremiumWish = { skuId: number; premiumBps: number; seenBps: number; reason: string }
type Changed = { premium_bps: number; approval_id: string | null }

/**
 * The sku costs this premium over the gold in it from now on; guarantees given before keep theirs. A change that takes two is asked for instead:
 * `approval_id` names the request, and `premium_bps` stays.
 *
 * Refuses not_found; edited_meanwhile when another premium has come since; approval_waiting.
 */
export async function changePremium(karat: Bag<'catalogue'>, staff: Staff, wish: PremiumWish): Promise<Changed> {
  const { skuId, premiumBps, seenBps, reason } = wish
  const changed = await karat.db.transaction(async (tx) => {
    const sku = await tx.row<{ code: string; store: string; before: number }>(sql`
      select s.code, p.store, s.premium_bps as before from catalogue.skus s join catalogue.products p on p.id = s.product_id
      where s.id = ${skuId} for no key update of s`)
    if (!sku) throw new Refusal('not_found')
    if (sku.before !== seenBps) throw new Refusal('edited_meanwhile')
    const { code, store, before } = sku
    const subject = { kind: 'sku' as const, id: code }
    const recent = (await recentCharges(tx, [skuId])).get(skuId) ?? []
    if (premiumTakesTwo(premiumBps, recent)) {
      const charges = [{ sku: skuId, code, premium_bps: { from: before, to: premiumBps } }]
      return { premium_bps: before, ...(await askForCharges(tx, staff, { subject, store, reason, charges })) }
    }
    await setPremiums(tx, [{ skuId, premiumBps }])
    const details = { did: 'change_premium' as const, before_bps: before, after_bps: premiumBps }
    await recordAction(tx, staff, { action: 'catalogue.price', subject, store, reason, details })
    return { premium_bps: premiumBps, approval_id: null }
  })
  await karat.catalogue.refresh()
  return changed
}

export const setPremiums = (tx: Tx, premiums: { skuId: number; premiumBps: number }[]): Promise<number> =>
  tx.run(sql`
    update catalogue.skus s set premium_bps = new."premiumBps"
    from jsonb_to_recordset(${JSON.stringify(premiums)}::jsonb) as new("skuId" int, "premiumBps" int)
    where s.id = new."skuId" and s.premium_bps <> new."premiumBps"`)

/** What each of these skus has cost at any moment of the last day, now included; nothing of what visitors have never seen. */
export async function recentCharges(db: Queryable, skuIds: number[]): Promise<Map<number, Charges[]>> {
  const rows = await db.rows<Charges & { skuId: number }>(sql`
    select c.sku_id as "skuId", c.premium_bps as "premiumBps", c.making_minor as making
    from catalogue.skus s cross join lateral (
      select * from catalogue.charges where sku_id = s.id and id >= coalesce((
        select id from catalogue.charges where sku_id = s.id
          and set_at <= clock_timestamp() - make_interval(secs => ${settings.catalogue.charges.daySeconds}::int)
        order by id desc limit 1), 0)) c
    where s.id = any(${skuIds}::int[]) and s.first_shown_at is not null`)
  return new Map([...Map.groupBy(rows, ({ skuId }) => skuId)])
}

/** What a sku is to cost, from what whoever asks has seen: a premium in hundredths of a percent, a making charge. */
type ChargesChange = {
  sku: number
  code: string
  premium_bps?: { from: number; to: number }
  making?: { from: Amount; to: Amount }
}
type Asked = {
  subject: { kind: 'sku' | 'file'; id: string }
  store?: string
  reason: string
  charges: ChargesChange[]
}

/** Refuses approval_waiting for the same subject twice. */
export const askForCharges = (tx: Tx, staff: Staff, { charges, ...request }: Asked) =>
  requestApproval(tx, staff, { action: 'catalogue.price', ...request, params: { charges } })

/** All of what was asked or nothing. Refuses edited_meanwhile when one of the skus has come to cost something else since; sku_ordered. */
export const chargesExecutor: Executor = {
  action: 'catalogue.price',
  async execute(karat, tx, { params }, { approver }) {
    const { charges } = params as { charges: ChargesChange[] }
    const skuIds = charges.map(({ sku }) => sku)
    const makings = charges.flatMap(({ sku, making }) => (making ? sku : []))
    if (makings.length > 0)
      await tx.run(sql`update catalogue.products set revision = revision + 1, updated_at = now(), updated_by = ${approver.name}
        where id in (select product_id from catalogue.skus where id = any(${makings}::int[]))`)
    await tx.rows(sql`select 1 from catalogue.skus where id = any(${skuIds}::int[]) order by id for no key update`)
    const changed = await tx
      .run(sql`
        update catalogue.skus s set premium_bps = coalesce((new.premium_bps->>'to')::int, s.premium_bps),
          making_minor = coalesce((new.making->'to'->>'minor')::bigint, s.making_minor)
        from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as new(sku int, premium_bps jsonb, making jsonb)
        where s.id = new.sku and s.premium_bps = coalesce((new.premium_bps->>'from')::int, s.premium_bps)
          and s.making_minor = coalesce((new.making->'from'->>'minor')::bigint, s.making_minor)`)
      .catch(refusedByDatabase)
    if (changed !== charges.length) throw new Refusal('edited_meanwhile')
    tx.afterCommit(() => void karat.catalogue.refresh().catch(() => {}))
  },
}
