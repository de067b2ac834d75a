/** One change of a product in the office, with its record. */

import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Details } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'

export type Named = { productId: number; revision: number }
export type Saved = { revision: number }
export type Change = { store: string; id: string; revision: number }
export type Recorded = Change & { details: Details; reason?: string }

/** What the database refuses, as the field that it is about or the refusal that says why. */
const refusalsOf: Record<string, () => Refusal> = {
  products_pkey: () => invalidInput({ number: problem('taken') }),
  skus_code_key: () => invalidInput({ code: problem('taken') }),
  skus_pkey: () => new Refusal('edited_meanwhile'),
  sku_attributes_are_single: () => new Refusal('sku_exists'),
  ordered_sku_stays_as_it_is: () => new Refusal('sku_ordered'),
  shown_sku_stays_as_it_is: () => new Refusal('sku_shown'),
  numbered_sku_keeps_its_weight: () => new Refusal('sku_numbered'),
  ordered_product_stays_where_it_is: () => new Refusal('sku_ordered'),
  stocked_product_keeps_its_maker: () => new Refusal('sku_numbered'),
}

/** What the database refused, in words for the office; anything else is thrown on. */
export function refusedByDatabase(error: unknown): never {
  const refusal = refusalsOf[brokenConstraint(error) ?? '']
  throw refusal ? refusal() : error
}

/**
 * Every instance reads the catalogue anew with the commit, this one before it answers. Refuses edited_meanwhile when `work` finds
 * no product of that revision.
 */
export async function change(
  karat: Bag<'catalogue'>,
  staff: Staff,
  action: Permission,
  work: (tx: Tx) => Promise<Recorded | undefined>,
): Promise<Saved> {
  const saved = await karat.db
    .transaction(async (tx) => {
      const done = await work(tx)
      if (!done) throw new Refusal('edited_meanwhile')
      const { store, id, details, reason } = done
      await recordAction(tx, staff, {
        action,
        subject: { kind: 'product', id },
        store,
        details,
        ...(reason && { reason }),
      })
      return { revision: done.revision }
    })
    .catch(refusedByDatabase)
  await karat.catalogue.refresh()
  return saved
}

/** Takes the product for this transaction in the revision that the person saw; others wait, and find it changed. */
export const touch = (tx: Tx, staff: Staff, { productId, revision }: Named) =>
  tx.row<Change & { form: string; kind: string; published: boolean; draft: boolean }>(sql`
    update catalogue.products set revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
    where id = ${productId} and revision = ${revision}
    returning store, id::text as id, revision, form, kind, published_at is not null as published,
      published_at is null and first_published_at is null as draft`)
