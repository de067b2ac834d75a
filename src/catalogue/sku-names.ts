import { type Queryable, sql } from '../db/database.ts'

/** How the products of these skus are called, whether the shop shows them or not. */
export async function namesOfSkus(
  db: Queryable,
  skuIds: readonly number[],
  language: string,
): Promise<Map<number, string>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db.rows<{ id: number; name: string }>(sql`
    select s.id, coalesce(p.name ->> ${language}, p.name ->> 'en-US') as name
    from catalogue.skus s join catalogue.products p on p.id = s.product_id where s.id = any(${[...skuIds]}::int[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether a store shows this sku now. */
export async function isShownSku(db: Queryable, { skuId, store }: { skuId: number; store: string }): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where s.id = ${skuId} and p.store = ${store} and s.published_at is not null and p.published_at is not null`)
  return row !== undefined
}
