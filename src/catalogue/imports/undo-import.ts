import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { type Action, recordActions } from '../../staff/record-action.ts'
import { recentCharges } from '../change-premium.ts'
import { premiumTakesTwo } from '../charge-rules.ts'
import { type Changed, lockGoods, lockImports } from './add-imported.ts'

type Import = { id: bigint; store: string; products: number[]; skus: number[]; changed: Changed[] }

/**
 * The catalogue is as if the file had never been read in: what it made is gone, what it changed says what it said before.
 *
 * Refuses not_found for no import, or one that was taken back; import_used once something that it made was shown to visitors or had
 * stock, or a product of it got skus or pictures from elsewhere, or what it changed was changed again, or would move back
 * further than one person may, or leave what visitors see without a text; permission_missing; invalid_input (reason).
 */
export async function undoImport(
  karat: Bag<'catalogue'>,
  staff: Staff,
  wish: { id: bigint; reason: string },
  request: Once,
) {
  const answer = await once(karat.db, request, async (tx) => {
    await lockImports(tx)
    const row = await tx.row<Import>(sql`
      update catalogue.imports set undone_by = ${staff.name}, undone_at = now() where id = ${wish.id} and undone_at is null
      returning id, store, products, skus, changed`)
    if (!row) throw new Refusal('not_found')
    await holdUnused(tx, row)
    await putBack(tx, row.changed)
    try {
      await tx.run(sql`delete from catalogue.skus where id = any(${row.skus}::int[])`)
      await tx.run(sql`delete from catalogue.products where id = any(${row.products}::int[])`)
    } catch (error) {
      // Stock, orders, wishes and whatever else names a sku hold it.
      if (brokenConstraint(error)?.endsWith('_fkey')) throw new Refusal('import_used')
      throw error
    }
    await recordActions(tx, staff, recordsOf(row, wish.reason))
    return { products: row.products.length, skus: row.skus.length, changed: row.changed.length }
  })
  await karat.catalogue.refresh()
  return answer
}

/** Whoever shows one of its products, adds to it, or brings stock of it, has done so before or comes after. */
async function holdUnused(tx: Tx, { products, skus }: Import): Promise<void> {
  const made = await tx.rows<{ used: boolean }>(sql`
    select published_at is not null or first_published_at is not null as used from catalogue.products
    where id = any(${products}::int[]) order by id for update`)
  const held = await tx.rows<{ used: boolean }>(sql`
    select first_shown_at is not null or id <> all(${skus}::int[]) as used from catalogue.skus
    where id = any(${skus}::int[]) or product_id = any(${products}::int[]) order by id for update`)
  const picture = await tx.row(sql`select 1 from catalogue.pictures where product_id = any(${products}::int[]) limit 1`)
  if (picture || [...made, ...held].some(({ used }) => used)) throw new Refusal('import_used')
}

async function putBack(tx: Tx, changed: Changed[]): Promise<void> {
  const texts = changed.filter((one) => one.kind === 'texts')
  const premiums = changed.filter(({ kind }) => kind === 'premium')
  const skuIds = premiums.map(({ id }) => id)
  const priced = await tx.rows<{ id: number }>(
    sql`select distinct product_id as id from catalogue.skus where id = any(${skuIds}::int[])`,
  )
  await lockGoods(tx, [...new Set([...texts, ...priced].map(({ id }) => id))])
  const recent = await recentCharges(tx, skuIds)
  for (const { kind, id, before } of changed)
    if (kind === 'premium' && premiumTakesTwo(before, recent.get(id) ?? [])) throw new Refusal('import_used')
  const emptied = texts.filter(isEmptied).map(({ id }) => id)
  const textsBack = await tx.run(sql`
    update catalogue.products p set name = n.before->'name', description = n.before->'description', revision = revision + 1,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as n(id int, before jsonb, after jsonb)
    where p.id = n.id and p.name = n.after->'name' and p.description = n.after->'description'
      and (p.published_at is null or p.id <> all(${emptied}::int[]))`)
  const premiumsBack = await tx.run(sql`
    update catalogue.skus s set premium_bps = n.before
    from jsonb_to_recordset(${JSON.stringify(premiums)}::jsonb) as n(id int, before int, after int)
    where s.id = n.id and s.premium_bps = n.after`)
  if (textsBack + premiumsBack !== changed.length) throw new Refusal('import_used')
}

/** What is on sale says something in every language. */
const isEmptied = ({ before, after }: Extract<Changed, { kind: 'texts' }>): boolean =>
  (['name', 'description'] as const).some((text) =>
    Object.entries(after[text]).some(([language, now]) => now.trim() && !before[text][language]?.trim()),
  )

/** What was done by hand would need the same permissions. */
function recordsOf({ id, store, products, skus, changed }: Import, reason: string): Action[] {
  const subject = { kind: 'import', id: String(id) }
  const counts = { products: products.length, skus: skus.length, changed: changed.length }
  const undo: Action = { action: 'stock.import', subject, store, reason, details: { did: 'undo_import', ...counts } }
  const needs: Action[] = [
    ...(products.length + skus.length > 0 ? [{ ...undo, action: 'catalogue.add' as const }] : []),
    ...changed.map(
      ({ kind, id: changedId, before, after }): Action =>
        kind === 'texts'
          ? {
              ...{ action: 'catalogue.edit', subject: { kind: 'product', id: String(changedId) }, store, reason },
              details: { did: 'undo_import', import: String(id) },
            }
          : {
              ...{ action: 'catalogue.price', subject: { kind: 'sku', id: String(changedId) }, store, reason },
              details: { did: 'change_premium', before_bps: after, after_bps: before },
            },
    ),
  ]
  return [undo, ...needs]
}
