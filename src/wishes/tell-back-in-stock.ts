import { weightLabel } from '../catalogue/attribute-rules.ts'
import { listedWeight } from '../catalogue/listing-rules.ts'
import { textIn } from '../catalogue/product-views.ts'
import { sql } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Karat } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { weightText } from '../money/money.ts'

type Waiting = { store: string; skuId: number }
type Request = { id: bigint; memberId: string }

/**
 * Tells those who wait for skus that are back, in the order in which they asked; resolves to how many were told. Each is
 * told once, in a transaction of their own, by whichever instance comes first. Of few pieces as many members hear as
 * there are pieces, and the next ones after the head start, while pieces are left.
 */
export async function tellBackInStock(karat: Karat): Promise<number> {
  const waiting = await karat.db.rows<Waiting>(sql`
    select distinct store, sku_id as "skuId" from wishes.back_notices where told_at is null`)
  let told = 0
  for (const { store, skuId } of waiting) {
    const stock = karat.catalogue.sku(store, skuId)?.sku.stock ?? 0
    if (stock === 0) continue
    for (const request of await listNext(karat, { store, skuId }, stock))
      if (await tell(karat, { store, skuId }, request).catch((error) => skip(karat, request, error))) told += 1
  }
  return told
}

const listNext = (karat: Karat, { store, skuId }: Waiting, stock: number) =>
  karat.db.rows<Request>(sql`
    select id, member_id as "memberId" from wishes.back_notices
    where store = ${store} and sku_id = ${skuId} and told_at is null
    order by id
    limit greatest(0, ${stock}::int - (
      select count(*) from wishes.back_notices where store = ${store} and sku_id = ${skuId}
        and told_at > clock_timestamp() - make_interval(secs => ${karat.settings.wishes.headStartSeconds})
    ))`)

/** One that fails does not hold up the others. */
function skip(karat: Karat, { id }: Request, error: unknown): false {
  karat.log.warn({ err: error, notice: String(id) }, 'a member cannot be told that a piece is back')
  return false
}

/** A request that somebody else has answered or its member has withdrawn meanwhile is left alone. */
function tell(karat: Karat, { store, skuId }: Waiting, { id, memberId }: Request): Promise<boolean> {
  return karat.db.transaction(async (tx) => {
    const mine = await tx.run(
      sql`update wishes.back_notices set told_at = clock_timestamp() where id = ${id} and told_at is null`,
    )
    const found = karat.catalogue.sku(store, skuId)
    if (mine === 0 || !found) return false
    const { product, sku } = found
    const contact = await findContact(tx, memberId)
    const weight = weightLabel(weightText(listedWeight(product, sku)), contact.language)
    await queueMail(tx, {
      ...contact,
      memberId,
      store,
      template: 'back_in_stock',
      values: {
        name: `${textIn(product.name, contact.language)} ${weight}`,
        link: `${karat.config.PUBLIC_URL}/product/productDetail?id=${product.id}&sku=${sku.id}`,
      },
    })
    return true
  })
}
