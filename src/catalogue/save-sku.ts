import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { amountOf, type Currency } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf } from '../stores/stores.ts'
import { change, type Named, refusedByDatabase, type Saved, touch } from './change-goods.ts'
import { askForCharges, recentCharges } from './change-premium.ts'
import { makingTakesTwo } from './charge-rules.ts'
import { factsOf, isForm, type SkuFacts, type SkuWish } from './new-goods-rules.ts'

type NewSkuWish = Named & { sku: SkuWish & { scarce: boolean } }
/** Everything about a sku but its premium, which has a call of its own. */
type OtherSkuWish = {
  skuId: number
  revision: number
  sku: Omit<SkuWish, 'premium_bps'> & { scarce: boolean }
  reason: string
}

/** A product has a hundred numbers for its skus. */
export const MOST = 99

/**
 * One sku more of a product: at once where nobody sees the product yet, else hidden until it is shown.
 *
 * Refuses edited_meanwhile; invalid_input for what does not fit the product's form, and a code that is taken; sku_exists for the
 * same attributes once more; sku_limit.
 */
export async function addSku(karat: Bag<'catalogue'>, staff: Staff, { sku, ...named }: NewSkuWish, request: Once) {
  const added = await once(karat.db, request, async (tx) => {
    const product = await touch(tx, staff, named)
    if (!product) throw new Refusal('edited_meanwhile')
    const facts = factsFor(karat, product, sku)
    const last = await tx.row<{ position: number; id: number }>(sql`
      select coalesce(max(position), 0)::int as position, coalesce(max(id), ${named.productId * 100})::int as id
      from catalogue.skus where product_id = ${named.productId}`)
    const id = (last?.id ?? 0) + 1
    if (id > named.productId * 100 + MOST) throw new Refusal('sku_limit', { limit: MOST })
    await tx
      .run(sql`
        insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat,
          premium_bps, making_minor, scarce, published_at)
        values (${id}, ${named.productId}, ${sku.code}, ${(last?.position ?? 0) + 1}, ${JSON.stringify(facts.attributes)},
          ${facts.gross}, ${facts.fine}, ${sku.fineness}, ${sku.karat}, ${sku.premium_bps}, ${facts.making}, ${sku.scarce},
          case when ${!product.published} then now() end)`)
      .catch(refusedByDatabase)
    const details = { did: 'add_sku' as const, sku: sku.code, ...recordOf(facts, sku), premium_bps: sku.premium_bps }
    const subject = { kind: 'product', id: product.id }
    await recordAction(tx, staff, { action: 'catalogue.add', subject, store: product.store, details })
    return { sku_id: id, revision: product.revision }
  })
  await karat.catalogue.refresh()
  return added
}

/**
 * The sku is and weighs this from now on. Once visitors have seen it only the making charge and `scarce` may change, for carts
 * and guarantees name it; once a piece was ordered only `scarce`. A making charge that takes two people is asked for instead, while the rest
 * is saved: `approval_id` names the request.
 *
 * Refuses edited_meanwhile; sku_shown and sku_ordered for the rest; sku_numbered for another weight once it has numbered pieces;
 * approval_waiting; otherwise as `addSku`.
 */
export async function saveSku(
  karat: Bag<'catalogue'>,
  staff: Staff,
  { skuId, revision, sku, reason }: OtherSkuWish,
): Promise<Saved & { approval_id: string | null }> {
  let approval: string | null = null
  const saved = await change(karat, staff, 'catalogue.price', async (tx) => {
    approval = null
    const before = await tx.row<Before>(sql`
      select product_id as "productId", code, attributes, gross_weight_e4 as gross, fine_weight_e4 as fine, fineness, karat,
        making_minor as making, scarce from catalogue.skus where id = ${skuId}`)
    if (!before) throw new Refusal('not_found')
    const product = await touch(tx, staff, { productId: before.productId, revision })
    if (!product) return
    const wished = factsFor(karat, product, { ...sku, premium_bps: 0 })
    const recent = (await recentCharges(tx, [skuId])).get(skuId) ?? []
    const takesTwo = makingTakesTwo(wished.making, recent)
    if (takesTwo && (await isOrdered(tx, skuId))) throw new Refusal('sku_ordered')
    const facts = takesTwo ? { ...wished, making: before.making } : wished
    await tx.run(sql`
      update catalogue.skus set code = ${sku.code}, attributes = ${JSON.stringify(facts.attributes)}, gross_weight_e4 = ${facts.gross},
        fine_weight_e4 = ${facts.fine}, fineness = ${sku.fineness}, karat = ${sku.karat}, making_minor = ${facts.making},
        scarce = ${sku.scarce}
      where id = ${skuId}`)
    const { store, id } = product
    if (takesTwo)
      approval = await askForMaking(tx, staff, {
        skuId,
        code: sku.code,
        store,
        reason,
        before,
        wished,
        currency: storeOf(karat, store).currency,
      })
    const details = {
      did: 'edit_sku' as const,
      sku: sku.code,
      before: { sku: before.code, ...recordOf(before, before) },
      after: recordOf(facts, sku),
    }
    return { store, id, revision: product.revision, reason, details }
  })
  return { ...saved, approval_id: approval }
}

/** As the database judges it: then its making charge stays. */
const isOrdered = async (tx: Tx, skuId: number) =>
  (await tx.row(sql`select 1 from catalogue.stock_moves where sku_id = ${skuId} and reason = 'held' limit 1`)) !==
  undefined

type Making = {
  skuId: number
  code: string
  store: string
  reason: string
  before: Before
  wished: SkuFacts
  currency: Currency
}

async function askForMaking(tx: Tx, staff: Staff, { skuId, code, store, reason, before, wished, currency }: Making) {
  const making = { from: amountOf(before.making, currency), to: amountOf(wished.making, currency) }
  const subject = { kind: 'sku' as const, id: code }
  return (await askForCharges(tx, staff, { subject, store, reason, charges: [{ sku: skuId, code, making }] }))
    .approval_id
}

type Before = SkuFacts & {
  productId: number
  code: string
  fineness: number
  karat: number
  scarce: boolean
}

function factsFor(karat: Bag<'catalogue'>, { store, form }: { store: string; form: string }, wish: SkuWish): SkuFacts {
  const currency = karat.stores.get(store)?.currency
  if (!currency || !isForm(form)) throw new Refusal('not_found')
  const facts = factsOf(wish, form, currency)
  if ('fields' in facts) throw invalidInput(facts.fields)
  return facts
}

const recordOf = (
  { attributes, gross, fine, making }: SkuFacts,
  { fineness, karat, scarce }: { fineness: number; karat: number; scarce: boolean },
) => ({
  ...{ attributes, fineness, karat, scarce },
  gross_e4: gross.toString(),
  fine_e4: fine.toString(),
  making_minor: making.toString(),
})
