import { correctStock, heldBy, lockShelves } from '../../catalogue/correct-stock.ts'
import type { Queryable } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { listOrdersInHouse } from '../../orders/promises/promised-queries.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'

/** `counted` is what lies on the shelf, with what is promised to orders; `expected` is what the page said should lie there. */
type CountWish = { skuId: number; counted: number; expected: number; reason: string }

/**
 * The shelf holds what was counted. What orders were promised stays theirs, and an order that comes while somebody counts
 * changes nothing: it promises a piece but takes none away.
 *
 * Refuses not_found for no sku of ours or one whose pieces are numbered; edited_meanwhile when pieces have come or gone since
 * the page was read; stock_promised when fewer were counted than are promised.
 */
export async function countStock(karat: Karat, staff: Staff, wish: CountWish, request: Once) {
  const { skuId, counted, expected, reason } = wish
  const answer = await once(karat.db, request, async (tx) => {
    const [shelf] = await lockShelves(tx, [skuId])
    if (shelf?.kind !== 'jewellery') throw new Refusal('not_found')
    const promised = (await promisedOf(tx, [skuId])).get(skuId) ?? 0
    const before = shelf.stock + promised
    if (before !== expected) throw new Refusal('edited_meanwhile')
    await correctStock(tx, [{ skuId, by: counted - before }], { actor: `staff:${staff.id}`, note: reason })
    const subject = { kind: 'sku', id: shelf.code }
    const details = { did: 'count' as const, before, after: counted, promised }
    await recordAction(tx, staff, { action: 'stock.count', subject, store: shelf.store, reason, details })
    return { stock: shelf.stock + counted - before }
  })
  await karat.catalogue.refresh()
  return answer
}

/** Pieces that lie in the house and are promised to orders, by sku. */
export async function promisedOf(db: Queryable, skuIds: number[]): Promise<Map<number, number>> {
  return heldBy(db, await listOrdersInHouse(db, skuIds), skuIds)
}
