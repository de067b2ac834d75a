/** What a move of a piece to another sku would do, for a person to look at first. */

import { type Queryable, sql } from '../db/database.ts'
import { problem } from '../locale/field-rules.ts'
import { type Weight, weightText } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { requireNamed } from './maker-queries.ts'
import type { MoveDifference, MovePreviewView, MoveProblem } from './office-contract.ts'
import type { PieceState } from './piece-rules.ts'
import { skuLabel } from './product-views.ts'
import { showSerial } from './serial-rules.ts'

type Make = { brand: string; grossWeight: Weight; fineWeight: Weight; fineness: number }
type Side = Make & {
  id: number
  code: string
  productId: number
  kind: string
  name: Record<string, string>
  attributes: Record<string, string>
  store: string
  shown: boolean
  stock: number
}
type Piece = Make & { serial: string; state: PieceState; skuId: number; wasSold: boolean }

/**
 * Both skus as they are now and would be then, and why the piece cannot move where it cannot. What is decided is decided once
 * more, under locks, when it moves.
 *
 * Refuses not_found for no piece of this number; piece_ambiguous; invalid_input (code) for no such sku.
 */
export async function previewMove(
  db: Queryable,
  { serial: typed, code }: { serial: string; code: string },
  language: string,
): Promise<MovePreviewView> {
  const serial = await requireNamed(db, typed)
  const piece = await db.row<Piece>(sql`
    select n.serial, n.state, n.sku_id as "skuId", n.brand, n.gross_weight_e4 as "grossWeight", n.fine_weight_e4 as "fineWeight",
      n.fineness, exists (select from catalogue.piece_moves m where m.serial = n.serial and m.to_state = 'sold') as "wasSold"
    from catalogue.pieces n where n.serial = ${serial}`)
  if (!piece) throw new Refusal('not_found')
  const sides = await db.rows<Side>(sql`
    select s.id, s.code, s.product_id as "productId", p.kind, p.name, s.attributes, p.store, p.brand,
      s.gross_weight_e4 as "grossWeight", s.fine_weight_e4 as "fineWeight", s.fineness,
      s.published_at is not null and p.published_at is not null as shown, s.stock
    from catalogue.skus s join catalogue.products p on p.id = s.product_id where s.id = ${piece.skuId} or s.code = ${code}`)
  const from = sides.find(({ id }) => id === piece.skuId)
  const to = sides.find((side) => side.code === code)
  if (!from) throw new Refusal('not_found')
  if (!to) throw invalidInput({ code: problem('unknown') })
  const differs = differencesOf(piece, from, to)
  const wrong = problemOf(piece, { from, to, differs })
  const by = wrong === null ? 1 : 0
  return {
    serial: showSerial(piece.serial),
    from: { ...viewSide(from, language), stock_then: from.stock - by },
    to: { ...viewSide(to, language), stock_then: to.stock + by },
    differs,
    problem: wrong,
  }
}

function differencesOf(piece: Piece, from: Side, to: Side): MoveDifference[] {
  const is: Record<MoveDifference, boolean> = {
    kind: to.kind === 'jewellery',
    store: to.store !== from.store,
    maker: to.brand !== piece.brand,
    weight: to.grossWeight !== piece.grossWeight || to.fineWeight !== piece.fineWeight,
    fineness: to.fineness !== piece.fineness,
  }
  return (Object.keys(is) as MoveDifference[]).filter((name) => is[name])
}

type Sides = { from: Side; to: Side; differs: MoveDifference[] }

function problemOf({ state, wasSold }: Piece, { from, to, differs }: Sides): MoveProblem | null {
  if (from.id === to.id) return 'is_there'
  if (state !== 'in_stock') return 'not_in_stock'
  if (wasSold) return 'was_sold'
  if (differs.length > 0) return 'differs'
  return from.stock === 0 ? 'promised' : null
}

const viewSide = (side: Side, language: string) => ({
  code: side.code,
  product_id: side.productId,
  name: side.name[language] || Object.values(side.name).find(Boolean) || String(side.productId),
  label: skuLabel(side, language),
  store: side.store,
  brand: side.brand,
  fine_weight: weightText(side.fineWeight),
  gross_weight: weightText(side.grossWeight),
  fineness: side.fineness,
  shown: side.shown,
  stock: side.stock,
})
