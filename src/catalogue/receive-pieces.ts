import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { lockShelves } from './correct-stock.ts'
import { judgeSerials, linesOf, type SerialFault } from './receive-rules.ts'

type Arrival = { serial: string; skuId: number; assayedOn: string }
type ReceiveWish = { skuId: number; typed: string; assayedOn: string }

/** The skus whose pieces have numbers, by id, with what a number of theirs begins with. */
async function findNumbered(tx: Pick<Tx, 'rows'>, skuIds: number[]) {
  const rows = await tx.rows<{ id: number; code: string; brand: string; store: string }>(sql`
    select s.id, s.code, p.brand, p.store from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where s.id = any(${skuIds}::int[]) and p.kind in ('bar', 'coin')`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Nobody makes another thing of these skus, or gives their products another maker, until the transaction ends: pieces may be put
 * under them. Products first, as whoever changes a sku locks.
 */
export async function lockForPieces(tx: Tx, skuIds: number[]): Promise<void> {
  await tx.run(sql`
    select id from catalogue.products where id in (select product_id from catalogue.skus where id = any(${skuIds}::int[]))
    order by id for share`)
  await lockShelves(tx, skuIds)
}

/** Which of the numbers there are already, with the sku that has them. */
export async function findKnown(
  tx: Pick<Tx, 'rows'>,
  serials: string[],
): Promise<Map<string, { skuId: number; code: string }>> {
  const rows = await tx.rows<{ serial: string; skuId: number; code: string }>(sql`
    select n.serial, n.sku_id as "skuId", s.code from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id
    where n.serial = any(${serials}::text[])`)
  return new Map(rows.map(({ serial, ...known }) => [serial, known]))
}

/**
 * The pieces are in the house, numbered, and can be ordered: all of the list or none of it.
 *
 * Refuses not_found for a sku without numbers; pieces_wrong with every fault by its line.
 */
export async function receivePieces(karat: Karat, staff: Staff, wish: ReceiveWish, request: Once) {
  const answer = await once(karat.db, request, async (tx) => {
    await lockForPieces(tx, [wish.skuId])
    const sku = (await findNumbered(tx, [wish.skuId])).get(wish.skuId)
    if (!sku) throw new Refusal('not_found')
    const judged = judgeSerials(linesOf(wish.typed).map((line) => ({ ...line, brand: sku.brand })))
    const known = await findKnown(
      tx,
      judged.serials.map(({ serial }) => serial),
    )
    const faults = [...judged.faults, ...knownFaults(judged.serials, known)].sort((one, other) => one.line - other.line)
    if (faults.length > 0) throw new Refusal('pieces_wrong', { faults })
    const arrivals = judged.serials.map(({ serial }) => ({ serial, skuId: sku.id, assayedOn: wish.assayedOn }))
    await addArrivals(tx, arrivals, { actor: `staff:${staff.id}`, note: 'received' })
    const subject = { kind: 'sku', id: sku.code }
    const details = { did: 'receive' as const, pieces: arrivals.length, assayed_on: wish.assayedOn }
    await recordAction(tx, staff, { action: 'stock.receive', subject, store: sku.store, details })
    return { added: arrivals.length }
  })
  await karat.catalogue.refresh()
  return answer
}

const knownFaults = (
  serials: { line: number; serial: string }[],
  known: Map<string, { code: string }>,
): SerialFault[] =>
  serials.flatMap(({ line, serial }) => {
    const other = known.get(serial)
    return other ? [{ line, typed: serial, problem: 'known', told: other.code }] : []
  })

/**
 * Puts new pieces on the shelf, with their history and that of the stock, in one statement. Refuses edited_meanwhile when
 * somebody else has added one of the numbers since the caller looked.
 */
export async function addArrivals(tx: Tx, arrivals: Arrival[], by: { actor: string; note: string }): Promise<void> {
  const rows = JSON.stringify(arrivals.toSorted((one, other) => (one.serial < other.serial ? -1 : 1)))
  const added = await tx.rows<{ quantity: number }>(sql`
    with arrived as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as a(serial text, "skuId" int, "assayedOn" date) order by serial
    ), added as (
      insert into catalogue.pieces (serial, sku_id, state, brand, gross_weight_e4, fine_weight_e4, fineness, assayed_on)
      select a.serial, s.id, 'in_stock', p.brand, s.gross_weight_e4, s.fine_weight_e4, s.fineness, a."assayedOn"
      from arrived a join catalogue.skus s on s.id = a."skuId" join catalogue.products p on p.id = s.product_id
      on conflict (serial) do nothing returning serial, sku_id
    ), told as (
      insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason)
      select serial, null, 'in_stock', ${by.actor}, ${by.note} from added
    ), counted as (
      select sku_id, count(*)::int as quantity from added group by sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock + counted.quantity, received = s.received + counted.quantity
      from counted where s.id = counted.sku_id
    )
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
    select sku_id, quantity, 'received', gen_random_uuid()::text, ${by.actor}, ${by.note} from counted returning quantity`)
  const total = added.reduce((sum, { quantity }) => sum + quantity, 0)
  if (total !== arrivals.length) throw new Refusal('edited_meanwhile')
}
