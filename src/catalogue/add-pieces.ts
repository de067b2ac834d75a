import { createHash } from 'node:crypto'
import { type Sql, sql, type Tx } from '../db/database.ts'
import { moveGrams } from './book-grams.ts'
import { makerLetters, serialOf } from './serial-rules.ts'

type Lacking = { id: number; code: string; brand: string; known: number; wanted: number }

/**
 * Numbers the pieces of bars and coins, up to as many as were ever received of each sku; those that have their number
 * keep it. May be called again after more products or more stock have come; `productIds` limits it to some.
 */
export async function addPieces(tx: Tx, productIds?: number[]): Promise<number> {
  const lacking = await tx.rows<Lacking>(sql`
    select s.id, s.code, p.brand, count(n.serial)::int as known, s.received as wanted
    from catalogue.skus s join catalogue.products p on p.id = s.product_id left join catalogue.pieces n on n.sku_id = s.id
    where p.kind in ('bar', 'coin') and (${productIds ?? null}::int[] is null or p.id = any(${productIds ?? null}::int[]))
    group by s.id, p.brand having count(n.serial) < s.received order by s.id`)
  const pieces = lacking.flatMap(({ known, wanted, ...sku }) =>
    Array.from({ length: wanted - known }, (_, place) => numberOf(sku, known + place)),
  )
  await insertPieces(tx, pieces, { state: 'in_stock', reason: 'received' })
  return pieces.length
}

type NewPiece = { serial: string; sku_id: number; brand: string; assayed: number }

/** A serial number tells neither how many there are nor which comes next; the same piece always gets the same. */
export function numberOf({ id, code, brand }: Omit<Lacking, 'known' | 'wanted'>, place: number): NewPiece {
  const digest = createHash('sha256').update(`${code} ${place}`).digest()
  return {
    serial: serialOf(makerLetters(brand), digest.readBigUInt64BE()),
    sku_id: id,
    brand,
    assayed: 20 + (digest.readUInt16BE(8) % 360), // days before it was received
  }
}

/** One piece more of the first numbered sku, which was reported stolen: what the passport page says then can be seen. */
export async function addStolenPiece(tx: Tx): Promise<void> {
  const sku = await tx.row<Lacking>(sql`
    select s.id, s.code, p.brand, 0 as known, 0 as wanted from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where p.kind = 'bar' order by s.id limit 1`)
  if (sku)
    await insertPieces(tx, [numberOf(sku, 1_000_000)], { state: 'reported_stolen', reason: 'reported by its owner' })
}

const insertPieces = (tx: Tx, pieces: NewPiece[], { state, reason }: { state: string; reason: string }) =>
  moveGrams(tx, (act) => insertion(JSON.stringify(pieces), { state, reason, act }))

type Insertion = { state: string; reason: string; act: string }

const insertion = (pieces: string, { state, reason, act }: Insertion): Sql => sql`
  with added as (
    insert into catalogue.pieces (serial, sku_id, state, brand, gross_weight_e4, fine_weight_e4, fineness, assayed_on)
    select n.serial, s.id, ${state}, n.brand, s.gross_weight_e4, s.fine_weight_e4, s.fineness, current_date - n.assayed
    from jsonb_to_recordset(${pieces}::jsonb) as n(serial text, sku_id int, brand text, assayed int) join catalogue.skus s on s.id = n.sku_id
    on conflict (serial) do nothing returning serial, state
  )
  insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act)
  select serial, null, state, 'house', ${reason}, case when state = 'in_stock' then ${act}::uuid end from added`
