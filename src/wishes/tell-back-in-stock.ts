import { weightLabel } from '../catalogue/attribute-rules.ts'
import { listedWeight } from '../catalogue/listing-rules.ts'
import { textIn } from '../catalogue/product-views.ts'
import { sql } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { weightText } from '../money/money.ts'

type Waiting = { store: string; skuId: number }

/**
 * Tells those who wait for skus that are back, in the order in which they asked; resolves to how many were told. Each is
 * told once, in a transaction of their own, by whichever instance comes first. Of few pieces as many members hear as
 * there are pieces, and the next ones after the head start, while pieces are left.
 */
export async function tellBackInStock(karat: Bag<'wishes'>): Promise<number> {
  const waiting = await karat.db.rows<Waiting>(sql`
    select distinct store, sku_id as "skuId" from wishes.back_notices where told_at is null`)
  let told = 0
  for (const { store, skuId } of waiting) {
    const stock = karat.catalogue.sku(store, skuId)?.sku.stock ?? 0
    if (stock === 0) continue
    let next = await listNext(karat, { store, skuId }, { stock })
    while (next.length > 0) {
      let failed = 0
      for (const { id } of next) {
        const outcome = await tell(karat, { store, skuId }, id).catch((error) => skip(karat, id, error))
        if (outcome === 'told') told += 1
        if (outcome === 'failed') failed += 1
      }
      const after = next.at(-1)?.id
      next = failed > 0 && after ? await listNext(karat, { store, skuId }, { after, instead: failed }) : []
    }
  }
  return told
}

type Next = { stock: number } | { after: string; instead: number }

/** As many as there are pieces, less those who were told within the head start; or others instead of those who cannot be told. */
function listNext({ db, settings }: Bag<'wishes'>, { store, skuId }: Waiting, next: Next) {
  const free =
    'instead' in next
      ? sql`${next.instead}::int`
      : sql`greatest(0, ${next.stock}::int - (
          select count(*) from wishes.back_notices where store = ${store} and sku_id = ${skuId}
            and told_at > clock_timestamp() - make_interval(secs => ${settings.wishes.headStartSeconds})))`
  return db.rows<{ id: string }>(sql`
    select id::text as id from wishes.back_notices n
    where store = ${store} and sku_id = ${skuId} and told_at is null and n.id > ${'after' in next ? next.after : '0'}::bigint
    order by n.id limit ${free}`)
}

/** One that fails does not hold up the others, and takes no place from them. */
function skip(karat: Bag<'wishes'>, id: string, error: unknown): 'failed' {
  karat.log.warn({ err: error, notice: id }, 'a member cannot be told that a piece is back')
  return 'failed'
}

/** A request that somebody else has answered or its member has withdrawn meanwhile is left alone. */
function tell(karat: Bag<'wishes'>, { store, skuId }: Waiting, id: string): Promise<'told' | 'gone'> {
  return karat.db.transaction(async (tx) => {
    const found = karat.catalogue.sku(store, skuId)
    if (!found) return 'gone'
    const mine = await tx.row<{ memberId: string }>(sql`
      update wishes.back_notices set told_at = clock_timestamp()
      where id = ${id}::bigint and told_at is null returning member_id as "memberId"`)
    if (!mine) return 'gone'
    const { memberId } = mine
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
    return 'told'
  })
}
